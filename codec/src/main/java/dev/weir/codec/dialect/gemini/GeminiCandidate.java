package dev.weir.codec.dialect.gemini;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamFault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One candidate: its parts as a row of blocks, of which only the last is open.
 *
 * <p>Text parts of one kind are one block; the change of the {@code thought} flag, or any other
 * part, ends it. The last block stays open because its signature may come on a later, empty part.
 * Once a text has its signature, further text is a block of its own: a signature goes back to the
 * provider on the part that it came with. A finish reason ends a call but not a text, because older
 * servers send one on every chunk. It is taken seriously, and so reported at once, if the candidate
 * has gone on without one before, or if a chunk comes without the candidate.
 */
final class GeminiCandidate {
  private static final Set<String> CONTENT_FIELDS = Set.of("parts", "role");
  private static final Set<String> PART_FIELDS =
      Set.of(
          "text",
          "thought",
          "thoughtSignature",
          "functionCall",
          "inlineData",
          "fileData",
          "executableCode",
          "codeExecutionResult",
          "toolCall",
          "toolResponse");
  private static final List<String> MARKS =
      List.of(
          "citationMetadata",
          "groundingMetadata",
          "groundingAttributions",
          "urlContextMetadata",
          "safetyRatings");

  private final EventWriter writer;
  private final UnknownFields unknown;
  private final Limits limits;
  private final int output;
  private final Map<String, Integer> lastMarks = new HashMap<>();
  private @Nullable OpenBlock last;
  private @Nullable GeminiCall call;
  private boolean called;
  private boolean hasGoneOn;
  private @Nullable String word;

  GeminiCandidate(EventWriter writer, UnknownFields unknown, Limits limits, int output) {
    this.writer = writer;
    this.unknown = unknown;
    this.limits = limits;
    this.output = output;
  }

  /** Whether metadata of that name can annotate a text. */
  static boolean isMark(String name) {
    return MARKS.contains(name);
  }

  /** Where it is in a chunk. */
  String place() {
    return output == 0 ? "candidates[]." : "candidates[%d].".formatted(output);
  }

  void add(Json candidate) {
    Json content = candidate.get("content");
    unknown.report(place() + "content.", content, CONTENT_FIELDS);
    content.get("parts").items().forEach(this::part);
    for (String name : MARKS) {
      mark(name, candidate.get(name));
    }
    String finishWord = GeminiFinish.word(candidate.get("finishReason"));
    hasGoneOn |= finishWord == null && !content.get("parts").items().isEmpty();
    finish(finishWord, candidate.get("finishMessage"));
    if (hasGoneOn) {
      sayFinish();
    }
  }

  /** A chunk came that does not mention this candidate. */
  void passedOver() {
    sayFinish();
  }

  private void sayFinish() {
    FinishReason reason = reason();
    if (reason != null) {
      writer.outputEnd(output, reason, word);
    }
  }

  private void part(Json part) {
    unknown.report(place() + "content.parts[].", part, PART_FIELDS);
    String text = part.get("text").textOrEmpty();
    if (!text.isEmpty()) {
      text(part.get("thought").isTrue() ? BlockKind.REASONING : BlockKind.TEXT, text);
    }
    data(part);
    String signature = part.get("thoughtSignature").textIfAny();
    if (signature != null) {
      sign(signature);
    }
  }

  private void data(Json part) {
    Json function = part.get("functionCall");
    if (function.isObject()) {
      functionCall(function);
    }
    Json inline = part.get("inlineData");
    if (inline.isObject()) {
      media(inline, inline.get("data").textOrEmpty());
    }
    Json file = part.get("fileData");
    if (file.isObject()) {
      media(file, file.get("fileUri").textOrEmpty());
    }
    Json code = part.get("executableCode");
    if (code.isObject()) {
      Map<String, String> origin = origin("language", code);
      begin(BlockKind.SERVER_TOOL, code.get("id").textIfAny(), "executableCode", origin);
      writer.delta(last(), code.get("code").textOrEmpty());
    }
    Json result = part.get("codeExecutionResult");
    if (result.isObject()) {
      Map<String, String> origin = origin("outcome", result);
      begin(BlockKind.TOOL_OUTPUT, result.get("id").textIfAny(), "codeExecutionResult", origin);
      writer.delta(last(), result.get("output").textOrEmpty());
      String outcome = result.get("outcome").textOrEmpty();
      if (!outcome.isEmpty() && !outcome.equals("OUTCOME_OK")) {
        writer.toolProgress(last(), "failed: " + outcome);
      }
    }
    serverTool(BlockKind.SERVER_TOOL, part.get("toolCall"), "args");
    serverTool(BlockKind.TOOL_OUTPUT, part.get("toolResponse"), "response");
  }

  private static Map<String, String> origin(String name, Json json) {
    String value = json.get(name).word();
    return value == null ? Map.of() : Map.of(name, value);
  }

  private void text(BlockKind kind, String text) {
    OpenBlock block = last;
    if (block == null || block.kind() != kind || signature(block) != null) {
      begin(kind, null, null, Map.of());
    }
    writer.delta(last(), text);
  }

  private void functionCall(Json part) {
    String name = part.get("name").textIfAny();
    String id = part.get("id").textIfAny();
    GeminiCall current = call;
    boolean goesOn =
        current != null
            && (name == null ? current.takesMore() : current.goesOn(id, name, part.get("args")));
    if (current != null && goesOn) {
      current.add(part);
    } else if (name != null || part.has("args")) {
      begin(BlockKind.TOOL_CALL, id, name, Map.of());
      GeminiCall begun = new GeminiCall(writer, limits, last(), id, name);
      call = begun;
      called = true;
      begun.start(part);
    } else if (current == null || !part.fields().isEmpty()) {
      writer.fault(
          StreamFault.Kind.ORPHAN,
          "A functionCall without a name belongs to no call that is open: «%s»"
              .formatted(EventWriter.preview(part.toText())));
    }
  }

  private void media(Json json, String data) {
    begin(BlockKind.MEDIA, null, json.get("mimeType").textIfAny(), Map.of());
    writer.delta(last(), data);
  }

  /** A tool that Google runs itself, which goes back as it came. */
  private void serverTool(BlockKind kind, Json tool, String content) {
    if (tool.isObject()) {
      begin(kind, tool.get("id").textIfAny(), tool.get("toolType").textIfAny(), Map.of());
      last().source(tool.toText());
      if (tool.has(content)) {
        writer.delta(last(), JsonText.canonical(tool.get(content)));
      }
    }
  }

  /** Signs the last block; where that has another signature, a block of its own keeps this one. */
  private void sign(String signature) {
    OpenBlock block = last;
    String known = block == null ? null : signature(block);
    if (signature.equals(known)) {
      return;
    }
    if (block == null || block.isEnded() || known != null) {
      endLast(/* complete= */ true);
      block = writer.open(output, BlockKind.REASONING, null, null, /* synthetic= */ true, Map.of());
      last = block;
    }
    if (block.kind() == BlockKind.REASONING) {
      block.reasoning(new Reasoning(null, List.of(), null, signature, /* redacted= */ false));
    } else {
      block.signature(signature);
    }
  }

  /** Whether the last block has its signature, so that nothing more is added to it. */
  boolean isSigned() {
    OpenBlock block = last;
    return block != null && signature(block) != null;
  }

  private static @Nullable String signature(OpenBlock block) {
    return block.kind() == BlockKind.REASONING ? block.reasoning().signature() : block.signature();
  }

  /** Metadata repeats from chunk to chunk; it is reported when it changes. */
  private void mark(String name, Json value) {
    boolean nothing = value.isNull() || (value.items().isEmpty() && value.fields().isEmpty());
    String json = nothing ? "" : value.toText();
    if (nothing || Integer.valueOf(json.hashCode()).equals(lastMarks.put(name, json.hashCode()))) {
      return;
    }
    OpenBlock block = last;
    if (block != null && block.kind() == BlockKind.TEXT) {
      writer.annotation(block, name, json);
    } else {
      writer.unrecognized("field " + place() + name, json);
    }
  }

  private void finish(@Nullable String finishWord, Json message) {
    if (finishWord == null) {
      return;
    }
    FinishReason said = GeminiFinish.reason(finishWord);
    boolean isNew = !finishWord.equals(word);
    word = finishWord;
    if (isNew && said == FinishReason.FAILED) {
      String why = message.textIfAny();
      writer.fault(
          new StreamFault(
              StreamFault.Kind.PROVIDER_ERROR,
              finishWord,
              why != null ? why : "The provider gave up what the model wrote: " + finishWord));
    } else if (isNew && said != FinishReason.STOP && message.textIfAny() != null) {
      writer.unrecognized("field " + place() + "finishMessage", message.toText());
    }
    if (call != null) {
      endLast(isComplete());
    }
  }

  private void begin(
      BlockKind kind, @Nullable String id, @Nullable String name, Map<String, String> origin) {
    endLast(/* complete= */ true);
    last = writer.open(output, kind, id, name, /* synthetic= */ false, origin);
  }

  private OpenBlock last() {
    return Objects.requireNonNull(last);
  }

  private void endLast(boolean complete) {
    GeminiCall ending = call;
    if (ending != null) {
      ending.end(complete);
      call = null;
    }
    OpenBlock block = last;
    if (block != null) {
      writer.end(block, complete);
    }
  }

  /** Ends the candidate with the input; an error cuts what was open. */
  void end(boolean failed) {
    boolean isCut = word == null || failed;
    endLast(isCut ? isLastWhole() : isComplete());
    sayFinish();
  }

  /** Whether the last block cannot have been cut, because it came in one part. */
  private boolean isLastWhole() {
    GeminiCall lastCall = call;
    OpenBlock block = last;
    if (lastCall != null) {
      return lastCall.isDone();
    }
    return block != null && block.kind() != BlockKind.TEXT && block.kind() != BlockKind.REASONING;
  }

  private boolean isComplete() {
    FinishReason reason = reason();
    return reason != FinishReason.LENGTH
        && reason != FinishReason.FILTERED
        && reason != FinishReason.FAILED;
  }

  @Nullable String word() {
    return word;
  }

  @Nullable FinishReason reason() {
    String w = word;
    if (w == null) {
      return null;
    }
    FinishReason said = GeminiFinish.reason(w);
    // Gemini has no word of its own for a stop because of calls.
    return said == FinishReason.STOP && called ? FinishReason.TOOL_CALLS : said;
  }
}
