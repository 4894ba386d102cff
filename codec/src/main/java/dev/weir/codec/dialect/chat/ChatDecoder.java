package dev.weir.codec.dialect.chat;

import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.Hole;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.event.FinishReason;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads chat completion chunks.
 *
 * <p>A choice is an output. A finish reason ends its choice but not the response: a usage chunk,
 * other choices, a second finish reason and even more text may follow, so the response ends at
 * {@code [DONE]} or at the end of the input. It ended naturally only if every choice that began has
 * its reason; the mark stands for reasons only with a server that gives none at all. An error in
 * the stream makes the response a failure, whatever follows.
 */
final class ChatDecoder implements DialectDecoder {
  private static final Set<String> CHUNK_FIELDS =
      Set.of(
          "id",
          "object",
          "created",
          "model",
          "choices",
          "usage",
          "error",
          "x_groq",
          "obfuscation",
          "p",
          "service_tier",
          "system_fingerprint",
          "citations",
          "search_results",
          "images",
          "related_questions",
          "type",
          "videos");

  /** Known, but useful only to a client that speaks the same dialect. */
  private static final Set<String> CARRIED_FIELDS =
      Set.of(
          "x_groq", "service_tier", "system_fingerprint", "images", "related_questions", "videos");

  private static final Set<String> CHOICE_FIELDS =
      Set.of("index", "delta", "message", "finish_reason", "logprobs", "usage", "text");

  private static final List<Hole> HOLES =
      List.of(
          Hole.delta("choices", "0", "delta", "content"),
          Hole.delta("choices", "0", "delta", "reasoning_content"),
          Hole.delta("choices", "0", "delta", "reasoning"),
          Hole.delta("choices", "0", "delta", "tool_calls", "0", "function", "arguments"),
          Hole.of(Hole.Role.IGNORED_TEXT, "obfuscation"),
          Hole.of(Hole.Role.IGNORED_TEXT, "p"),
          Hole.of(Hole.Role.IGNORED_NUMBER, "created"));

  private final EventWriter writer;
  private final ThinkTags thinkTags;
  private final UnknownFields unknown;

  /** By the provider's numbers, in the order in which they came; mostly there is one. */
  private Map<Long, ChatChoice> choices = Map.of();

  private @Nullable ChatChoice unfinished;
  private boolean failed;
  private boolean done;

  /** Whether the last chunk brought details of reasoning, which are gathered beside the text. */
  private boolean broughtDetails;

  ChatDecoder(EventWriter writer, ThinkTags thinkTags) {
    this.writer = writer;
    this.thinkTags = thinkTags;
    this.unknown = new UnknownFields(writer);
    writer.offersAlternatives();
  }

  @Override
  public boolean chunk(Frame frame, Json chunk) {
    boolean hasError = chunk.has("error") && !chunk.get("error").equals(new Json.Bool(false));
    boolean isError =
        hasError || frame.event().equals("error") || "error".equals(chunk.get("object").text());
    if (!isError && !chunk.get("choices").isArray() && !chunk.has("usage")) {
      return other(chunk);
    }
    if (!isError || chunk.has("choices")) {
      writer.start(chunk.get("id").text(), chunk.get("model").text());
    }
    unknown.report("", chunk, CHUNK_FIELDS);
    unknown.carry("", chunk, CARRIED_FIELDS);
    broughtDetails = false;
    int position = 0;
    for (Json choice : chunk.get("choices").items()) {
      choice(choice, position++);
    }
    if (isError) {
      failed = true;
      writer.fault(ProviderErrors.fault(chunk));
    }
    citations(chunk);
    usage(chunk);
    return true;
  }

  private boolean other(Json chunk) {
    // A bare {"detail": …} or {"message": …} is how some servers say no after HTTP 200.
    if (chunk.has("detail") || chunk.has("message") || chunk.has("errors")) {
      failed = true;
      writer.fault(ProviderErrors.fault(chunk));
      return true;
    }
    writer.unrecognized("chunk", chunk.toText());
    return false;
  }

  private void add(long key, ChatChoice choice) {
    if (choices.isEmpty()) {
      choices = Map.of(key, choice);
      return;
    }
    choices = choices.size() == 1 ? new LinkedHashMap<>(choices) : choices;
    choices.put(key, choice);
  }

  private void choice(Json json, int position) {
    Long index = json.get("index").number();
    long key = index == null ? position : index;
    ChatChoice choice = choices.get(key);
    if (choice == null) {
      // Those that are silent or have finished have no open block, and are kept all the same.
      if (choices.size() >= writer.maxOpenBlocks()) {
        throw new LimitExceededException(
            "More than %,d choices; raise max-open-blocks or check the upstream"
                .formatted(writer.maxOpenBlocks()));
      }
      choice = new ChatChoice(writer, thinkTags, choices.size());
      add(key, choice);
    }
    Json delta = json.get("delta");
    Json message = json.get("message");
    unknown.report(choice.place(), json, CHOICE_FIELDS);
    unknown.carryEach(choice.place(), json, "logprobs");
    if (delta.isObject()) {
      broughtDetails |= !delta.get(ChatChoice.DETAILS).items().isEmpty();
      choice.unknownFields(unknown, delta);
      choice.delta(delta);
    }
    boolean nothingSaid = !delta.isObject() || delta.fields().isEmpty();
    if (message.isObject() && nothingSaid) {
      choice.whole(message);
    }
    // Some servers put the text of a chat chunk where plain completions have it.
    if (json.get("text").textIfAny() != null && nothingSaid && !message.isObject()) {
      choice.content(json.get("text").textOrEmpty());
    }
    String word = json.get("finish_reason").word();
    if (word != null) {
      choice.finish(word);
    }
    writer.usage(json.get("usage"), ChatUsage::of);
  }

  /** Perplexity and others repeat their sources with every chunk; each is reported once. */
  private void citations(Json chunk) {
    for (String name : List.of("citations", "search_results")) {
      Json sources = chunk.get(name);
      if (!sources.items().isEmpty() && !choices.isEmpty()) {
        choices.values().iterator().next().sources(name, sources.items());
      }
    }
  }

  private void usage(Json chunk) {
    writer.usage(chunk.get("x_groq").get("usage"), ChatUsage::of);
    writer.usage(chunk.get("usage"), ChatUsage::of);
  }

  @Override
  public void done() {
    done = true;
    end();
  }

  @Override
  public boolean isSettled() {
    return failed || done || allFinished();
  }

  private boolean allFinished() {
    return !choices.isEmpty() && !anyUnfinished();
  }

  private boolean noneFinished() {
    return choices.values().stream().allMatch(choice -> choice.word() == null);
  }

  @Override
  public List<Hole> holes() {
    // Splitting at tags holds text back, so a delta is not simply added; nor is one with details.
    boolean isSimple = thinkTags == ThinkTags.KEEP && !broughtDetails;
    return isSimple ? HOLES : List.of();
  }

  /** Whether a choice has not finished; asked after every slice, so the same is asked first. */
  private boolean anyUnfinished() {
    ChatChoice known = unfinished;
    if (known != null && known.word() == null) {
      return true;
    }
    unfinished = null;
    for (ChatChoice choice : choices.values()) {
      if (choice.word() == null) {
        unfinished = choice;
        return true;
      }
    }
    return false;
  }

  @Override
  public void end() {
    if (writer.isEnded()) {
      return;
    }
    boolean whole = !failed && (allFinished() || (done && noneFinished()));
    List<ChatChoice> ending = new ArrayList<>(choices.values());
    for (ChatChoice choice : ending) {
      choice.end(whole);
    }
    ChatChoice first = ending.isEmpty() ? null : ending.getFirst();
    Verdict verdict = verdict(first, whole);
    writer.end(verdict, first == null || verdict == Verdict.TRUNCATED ? null : first.word());
  }

  private Verdict verdict(@Nullable ChatChoice first, boolean whole) {
    if (failed) {
      return Verdict.FAILED;
    }
    if (first == null || !whole) {
      return Verdict.TRUNCATED;
    }
    FinishReason reason = first.reason();
    // Some servers omit all reasons but still send the mark.
    return reason == null ? first.impliedReason(FinishReason.STOP).verdict() : reason.verdict();
  }
}
