package dev.weir.codec.dialect.chat;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One choice of a chat stream: its runs of reasoning, text, refusal, and its calls.
 *
 * <p>A run of text ends when another kind begins. A run of reasoning then takes no more text, but
 * stays open until the choice ends, because its signature and encrypted data may come late. A
 * choice ends with its finish reason; if a server sends more after it, that is in new blocks.
 */
final class ChatChoice {
  /** Where providers put reasoning text. The first one present counts; the others repeat it. */
  static final List<String> REASONING_FIELDS =
      List.of("reasoning_content", "reasoning", "reasoning_text", "thinking", "thought");

  static final String DETAILS = "reasoning_details";

  /** What the origin says for reasoning from a list of content parts. */
  static final String CONTENT_PART = "content";

  private static final String THINK_TAGS = "think";

  private static final Set<String> DELTA_FIELDS =
      Set.of(
          "role",
          "content",
          "refusal",
          "tool_calls",
          "function_call",
          "reasoning_content",
          "reasoning",
          "reasoning_text",
          "thinking",
          "thought",
          "reasoning_details",
          "reasoning_opaque",
          "annotations",
          "audio",
          "images",
          "executed_tools");

  private final EventWriter writer;
  private final int output;
  private @Nullable ChatToolCalls calls;
  private @Nullable ExecutedTools executed;
  private final @Nullable ThinkTagSplitter thinkTags;
  private Set<String> saidSources = Set.of();
  private @Nullable ReasoningDetails details;
  private @Nullable OpenBlock reasoning;
  private boolean reasoningPaused;
  private @Nullable OpenBlock text;
  private @Nullable OpenBlock refusal;
  private @Nullable OpenBlock audio;
  private boolean refused;
  private @Nullable String word;

  ChatChoice(EventWriter writer, ThinkTags tags, int output) {
    this.writer = writer;
    this.output = output;
    this.thinkTags =
        switch (tags) {
          case KEEP -> null;
          case SPLIT -> new ThinkTagSplitter(/* startsInside= */ false, new Pieces());
          case SPLIT_OPENED -> new ThinkTagSplitter(/* startsInside= */ true, new Pieces());
        };
  }

  @Nullable String word() {
    return word;
  }

  void delta(Json delta) {
    Json content = delta.get("content");
    boolean alsoContent = content.textIfAny() != null;
    reasoning(delta, alsoContent);
    if (content.isArray()) {
      content.items().forEach(this::contentPart);
    } else {
      content(content.textOrEmpty());
    }
    refusal(delta.get("refusal").textOrEmpty());
    for (Json call : delta.get("tool_calls").items()) {
      endText();
      pauseReasoning();
      calls().add(call);
    }
    if (delta.get("function_call").isObject()) {
      endText();
      pauseReasoning();
      calls().addLegacy(delta.get("function_call"));
    }
    for (Json tool : delta.get("executed_tools").items()) {
      executed().add(tool);
    }
    delta.get("annotations").items().forEach(this::annotation);
    delta.get("images").items().forEach(this::image);
    audio(delta.get("audio"));
  }

  void unknownFields(UnknownFields unknown, Json delta) {
    unknown.report(place() + "delta.", delta, DELTA_FIELDS);
  }

  private ChatToolCalls calls() {
    ChatToolCalls made = calls;
    if (made == null) {
      made = new ChatToolCalls(writer, output);
      calls = made;
    }
    return made;
  }

  private ExecutedTools executed() {
    ExecutedTools made = executed;
    if (made == null) {
      made = new ExecutedTools(writer, output);
      executed = made;
    }
    return made;
  }

  private ReasoningDetails details() {
    ReasoningDetails made = details;
    if (made == null) {
      made = new ReasoningDetails(writer.maxBlockChars());
      details = made;
    }
    return made;
  }

  /** Where it is in a chunk. */
  String place() {
    return output == 0 ? "choices[]." : "choices[%d].".formatted(output);
  }

  /** A whole message instead of a delta: adds what has not been streamed yet. */
  void whole(Json message) {
    OpenBlock streamed = text;
    String content = message.get("content").text();
    if (streamed != null && content != null) {
      writer.reconcile(streamed, content);
    } else if (saidNothing()) {
      delta(message);
    }
  }

  private boolean saidNothing() {
    return text == null && reasoning == null && refusal == null && calls == null && word == null;
  }

  private void reasoning(Json delta, boolean alsoContent) {
    List<Json> entries = delta.get("reasoning_details").items();
    String field = reasoningField(delta, entries);
    if (field != null) {
      endPausedReasoning(alsoContent);
    }
    for (Json entry : entries) {
      details().add(entry);
    }
    if (field != null) {
      String said =
          field.equals(DETAILS) ? ReasoningDetails.text(entries) : delta.get(field).textOrEmpty();
      reasoningText(said, field, alsoContent);
    }
    String opaque = delta.get("reasoning_opaque").textIfAny();
    if (opaque != null) {
      OpenBlock block = reasoningBlock();
      Reasoning known = block.reasoning();
      block.reasoning(new Reasoning(known.id(), known.summary(), opaque, known.signature(), false));
    }
    if (!entries.isEmpty()) {
      keepDetails(reasoningBlock(), details());
    }
  }

  /** The field that brings reasoning text, if any does. */
  private static @Nullable String reasoningField(Json delta, List<Json> entries) {
    for (String field : REASONING_FIELDS) {
      if (delta.get(field).textIfAny() != null) {
        return field;
      }
    }
    return ReasoningDetails.text(entries).isEmpty() ? null : DETAILS;
  }

  /** Reasoning that begins again after text or a call is a block of its own. */
  private void endPausedReasoning(boolean alsoContent) {
    if (reasoningPaused && !alsoContent && reasoning != null) {
      writer.end(reasoning);
      reasoning = null;
      details = null;
    }
    reasoningPaused = false;
  }

  private void reasoningText(String said, String field, boolean alsoContent) {
    endPausedReasoning(alsoContent);
    if (!alsoContent) {
      endText();
    }
    OpenBlock block = reasoning;
    if (block == null) {
      block = openReasoning(field, /* synthetic= */ false);
    }
    writer.delta(block, said);
  }

  /**
   * Opens a block and notes where its text was on the wire, because it goes back there: DeepSeek
   * wants {@code reasoning_content}, OpenRouter its details, Mistral a part of the content.
   */
  private OpenBlock openReasoning(@Nullable String field, boolean synthetic) {
    Map<String, String> origin = new LinkedHashMap<>();
    if (field != null) {
      origin.put("field", field);
    }
    if (details != null && !details.isEmpty()) {
      origin.put(DETAILS, details.head());
    }
    OpenBlock block = writer.open(output, BlockKind.REASONING, null, null, synthetic, origin);
    reasoning = block;
    return block;
  }

  /** The reasoning block, made to keep metadata where no text came. */
  private OpenBlock reasoningBlock() {
    OpenBlock block = reasoning;
    if (block == null) {
      block = openReasoning(/* field= */ null, /* synthetic= */ true);
      reasoningPaused = true;
    }
    return block;
  }

  private static void keepDetails(OpenBlock block, ReasoningDetails details) {
    String data = details.last("data");
    Reasoning known = block.reasoning();
    block.reasoning(
        new Reasoning(
            details.last("id"),
            List.of(),
            data == null ? known.encrypted() : data,
            details.last("signature"),
            /* redacted= */ false));
    block.sourceAtEnd(details::toJson);
  }

  /** A part of a content list: Mistral sends thinking and text this way. */
  private void contentPart(Json part) {
    String type = part.get("type").textOrEmpty();
    switch (type) {
      case "thinking" -> {
        if (part.get("thinking").isArray()) {
          for (Json piece : part.get("thinking").items()) {
            reasoningPiece(piece.get("text").textOrEmpty());
          }
        } else {
          reasoningPiece(part.get("thinking").textOrEmpty());
        }
      }
      case "text", "output_text" -> content(part.get("text").textOrEmpty());
      case "refusal" -> refusal(part.get("refusal").textOrEmpty());
      case "reference" -> {
        OpenBlock block = textBlock();
        writer.annotation(block, type, part.toText());
      }
      case "image_url" -> image(part);
      default -> writer.unrecognized(ChatChunks.CONTENT_PART + type, part.toText());
    }
  }

  private void reasoningPiece(String piece) {
    if (!piece.isEmpty()) {
      reasoningText(piece, CONTENT_PART, /* alsoContent= */ false);
    }
  }

  void content(String content) {
    if (content.isEmpty()) {
      return;
    }
    if (thinkTags != null) {
      thinkTags.feed(content);
    } else {
      plainContent(content);
    }
  }

  private void plainContent(String content) {
    pauseReasoning();
    writer.delta(textBlock(), content);
  }

  private OpenBlock textBlock() {
    OpenBlock block = text;
    if (block == null) {
      block = writer.open(output, BlockKind.TEXT);
      text = block;
    }
    return block;
  }

  private void refusal(String said) {
    if (said.isEmpty()) {
      return;
    }
    refused = true;
    pauseReasoning();
    OpenBlock block = refusal;
    if (block == null) {
      block = writer.open(output, BlockKind.REFUSAL);
      refusal = block;
    }
    writer.delta(block, said);
  }

  private void annotation(Json annotation) {
    String kind = annotation.get("type").textOrEmpty();
    writer.annotation(textBlock(), kind.isEmpty() ? "annotation" : kind, annotation.toText());
  }

  void sources(String kind, List<Json> sources) {
    OpenBlock block = text;
    if (block == null || block.isEnded()) {
      return;
    }
    saidSources = saidSources.isEmpty() ? new HashSet<>() : saidSources;
    for (Json source : sources) {
      String json = source.toText();
      if (saidSources.add(kind + json)) {
        writer.annotation(block, kind, json);
      }
    }
  }

  private void image(Json image) {
    Json url = image.get("image_url");
    String address = url.isObject() ? url.get("url").textOrEmpty() : url.textOrEmpty();
    OpenBlock block = writer.open(output, BlockKind.MEDIA, null, "image");
    writer.delta(block, address);
    writer.end(block);
  }

  private void audio(Json json) {
    if (!json.isObject()) {
      return;
    }
    OpenBlock block = audio;
    if (block == null) {
      block = writer.open(output, BlockKind.MEDIA, json.get("id").text(), "audio");
      audio = block;
    }
    writer.delta(block, json.get("data").textOrEmpty());
    // The transcript of speech is the answer's text.
    content(json.get("transcript").textOrEmpty());
  }

  private void pauseReasoning() {
    reasoningPaused = reasoning != null;
  }

  private void endText() {
    if (text != null) {
      writer.end(text);
      text = null;
    }
  }

  /** The provider says why the choice ended. It may say so again, and the last word counts. */
  void finish(String finishWord) {
    word = finishWord;
    end(/* whole= */ true);
    details = null;
    reasoning = null;
    text = null;
    refusal = null;
    audio = null;
  }

  private boolean isComplete() {
    FinishReason reason = reason();
    return reason != FinishReason.LENGTH
        && reason != FinishReason.FILTERED
        && reason != FinishReason.FAILED;
  }

  /** Ends the choice; {@code whole} says whether the provider brought the stream to its end. */
  void end(boolean whole) {
    if (thinkTags != null) {
      thinkTags.end();
    }
    if (calls != null) {
      calls.end();
    }
    boolean complete = word == null ? whole : isComplete();
    OpenBlock thought = reasoning;
    if (thought != null) {
      // What came after it shows that the thinking was over.
      writer.end(thought, complete || (word != null && reasoningPaused));
    }
    writer.endBlocks(output, complete);
    FinishReason reason = reason();
    if (reason != null) {
      writer.outputEnd(output, reason, word);
    }
  }

  @Nullable FinishReason reason() {
    String w = word;
    return w == null ? null : impliedReason(ChatFinish.reason(w));
  }

  /** The finish reason; a plain stop after calls or a refusal means these. */
  FinishReason impliedReason(FinishReason said) {
    if (said != FinishReason.STOP) {
      return said;
    }
    if (calls != null) {
      return FinishReason.TOOL_CALLS;
    }
    return refused ? FinishReason.REFUSED : said;
  }

  private final class Pieces implements ThinkTagSplitter.Sink {
    @Override
    public void reasoning(String piece) {
      reasoningText(piece, THINK_TAGS, /* alsoContent= */ false);
    }

    @Override
    public void content(String piece) {
      plainContent(piece);
    }
  }
}
