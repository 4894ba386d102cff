package dev.weir.codec.dialect.chat;

import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.HeldText;
import dev.weir.codec.dialect.Losses;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes one choice.
 *
 * <p>A chat choice has no blocks: it is read as one run of text until reasoning or a call comes in
 * between. So this remembers which run a reader would be in, to know where blocks run together.
 */
final class ChoiceEncoder {
  /** A block that is open, and whether a reader of the chunks has seen anything of it. */
  private static final class Open {
    final BlockStart start;
    boolean shown;

    Open(BlockStart start) {
      this.start = start;
    }
  }

  private final ChatChunks chunks;
  private final EventSource source;
  private final Losses losses;
  private final int index;
  private final Map<Integer, Open> open = new HashMap<>();
  private final ReasoningEncoder reasoning;
  private final ToolEncoder tools;
  private final MediaEncoder media;
  private @Nullable Integer text;
  private @Nullable Integer refusal;
  private @Nullable String word;
  private boolean failed;

  ChoiceEncoder(ChatChunks chunks, EventSource source, Losses losses, HeldText held, int index) {
    this.chunks = chunks;
    this.source = source;
    this.losses = losses;
    this.index = index;
    this.reasoning = new ReasoningEncoder(chunks, source, losses, index);
    this.tools = new ToolEncoder(chunks, source, losses, index);
    this.media = new MediaEncoder(chunks, source, losses, held, index);
  }

  void role() {
    chunks.delta(index, json -> json.field("role", "assistant").field("content", ""));
  }

  /** Why it finished, as it was written; absent if it has not finished. */
  @Nullable String word() {
    return word;
  }

  boolean isFailed() {
    return failed;
  }

  /** Writes what waited for the next delta. */
  void flush() {
    reasoning.flush();
  }

  void start(BlockStart start) {
    open.put(start.block().block(), new Open(start));
    switch (start.kind()) {
      case TEXT -> {
        if (text != null) {
          losses.add(start, "block", "it runs on from the text before it");
        }
        startIsPlain(start);
      }
      case REFUSAL -> {
        if (refusal != null) {
          losses.add(start, "block", "it runs on from the refusal before it");
        }
        startIsPlain(start);
      }
      case REASONING -> reasoning.start(start);
      case TOOL_CALL -> {
        endRuns();
        tools.start(start);
      }
      case SERVER_TOOL -> tools.startServerTool(start);
      case TOOL_OUTPUT -> tools.startOutput(start);
      case MEDIA -> media.start(start);
    }
  }

  private void startIsPlain(BlockStart start) {
    if (start.id() != null) {
      losses.add(start, "id", "text has no id in chat chunks");
    }
    if (!start.origin().isEmpty()) {
      losses.add(start, "origin", "chat chunks have no place for " + start.origin().keySet());
    }
  }

  private void endRuns() {
    text = null;
    reasoning.pause();
  }

  void delta(BlockDelta delta) {
    Open block = open(delta, delta.block().block());
    block.shown = true;
    if (delta.part() != 0) {
      losses.add(delta, "part", "chat chunks do not number the parts of a text");
    }
    switch (block.start.kind()) {
      case TEXT -> {
        text = delta.block().block();
        reasoning.withContent(delta.text());
      }
      case REFUSAL -> {
        refusal = delta.block().block();
        reasoning.flush();
        reasoning.pause();
        chunks.delta(index, json -> json.field("refusal", delta.text()));
      }
      case REASONING -> {
        boolean isHeld = reasoning.delta(block.start, delta, /* textIsOpen= */ text != null);
        if (!isHeld) {
          text = null;
        }
      }
      case TOOL_CALL -> {
        reasoning.flush();
        tools.delta(delta);
      }
      case SERVER_TOOL, TOOL_OUTPUT -> tools.serverDelta(delta);
      case MEDIA -> media.delta(delta);
    }
  }

  void end(BlockEnd end) {
    Open block = open(end, end.block().block());
    open.remove(end.block().block());
    switch (block.start.kind()) {
      case TEXT, REFUSAL -> {
        if (!block.shown) {
          losses.add(block.start, "block", "a block without text does not show in chat chunks");
        }
        lostEnd(end, /* carriesSignature= */ false, /* carriesSource= */ false);
      }
      case REASONING -> reasoning.end(block.start, end);
      case TOOL_CALL -> {
        tools.end(end);
        lostEnd(end, /* carriesSignature= */ true, source.sameDialect());
      }
      case SERVER_TOOL -> tools.endServerTool(end);
      case TOOL_OUTPUT -> tools.endOutput(end);
      case MEDIA -> media.end(end);
    }
  }

  private void lostEnd(BlockEnd end, boolean carriesSignature, boolean carriesSource) {
    if (end.signature() != null && !carriesSignature) {
      losses.add(end, "signature", "chat chunks do not sign text");
    }
    if (end.source() != null && !carriesSource) {
      losses.add(end, "source", "it is JSON of another dialect");
    }
  }

  private Open open(StreamEvent event, int number) {
    Open block = open.get(number);
    if (block == null) {
      throw new IllegalArgumentException(
          "%s outside block %d; check the events with GrammarChecker"
              .formatted(event.getClass().getSimpleName(), number));
    }
    return block;
  }

  void annotation(Annotation annotation) {
    Open block = open(annotation, annotation.block().block());
    Json json = ProviderJson.parse(annotation.json());
    if (!source.sameDialect() || json == null || block.start.kind() != BlockKind.TEXT) {
      losses.add(annotation, "it is a mark of another dialect");
      return;
    }
    text = annotation.block().block();
    block.shown = true;
    switch (annotation.kind()) {
      case "citations", "search_results" ->
          chunks.plain(chunk -> list(chunk, annotation.kind(), json));
      case "reference" -> chunks.delta(index, delta -> list(delta, "content", json));
      default -> chunks.delta(index, delta -> list(delta, "annotations", json));
    }
  }

  private static void list(JsonText json, String name, Json item) {
    json.name(name).beginArray().value(item).endArray();
  }

  void finish(StreamEvent end, FinishReason reason, @Nullable String said) {
    boolean says = said != null && source.sameDialect() && says(said, reason);
    String written = says && said != null ? said : standardWord(reason);
    if (!says(written, reason) && reason != FinishReason.OTHER) {
      losses.add(end, "verdict", "«%s» cannot say that it was %s".formatted(written, reason));
    }
    if (!written.equals(said)) {
      losses.add(end, "word", "«%s» is written for %s".formatted(written, reason));
    }
    chunks.finish(index, written);
    endRuns();
    word = written;
    failed = reason == FinishReason.FAILED;
  }

  private String standardWord(FinishReason reason) {
    // A refusal that was said makes a plain stop a refusal.
    return ChatFinish.word(
        reason == FinishReason.REFUSED && refusal != null ? FinishReason.STOP : reason);
  }

  private boolean says(String word, FinishReason reason) {
    FinishReason meant = ChatFinish.reason(word);
    boolean implied =
        meant == FinishReason.STOP
            && ((reason == FinishReason.TOOL_CALLS && tools.hasCalls())
                || (reason == FinishReason.REFUSED && refusal != null));
    return meant == reason || implied;
  }
}
