package dev.weir.codec.dialect.ollama;

import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.HeldText;
import dev.weir.codec.dialect.Losses;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the blocks of the one message.
 *
 * <p>Thinking and text are written as they come; a reader takes what follows for the same run until
 * the other kind, a call or a picture begins. Calls and pictures are written whole, at their end.
 */
final class MessageRuns {
  private final OllamaLines lines;
  private final EventSource source;
  private final Losses losses;
  private final HeldText held;
  private final Map<Integer, BlockStart> starts = new HashMap<>();
  private final Map<Integer, StringBuilder> whole = new HashMap<>();

  /** The block that a reader takes the last line for, if another line can continue it. */
  private @Nullable BlockStart run;

  private boolean hasCalls;

  MessageRuns(OllamaLines lines, EventSource source, Losses losses, HeldText held) {
    this.lines = lines;
    this.source = source;
    this.losses = losses;
    this.held = held;
  }

  boolean hasCalls() {
    return hasCalls;
  }

  void start(BlockStart start) {
    starts.put(start.block().block(), start);
    if (!start.origin().isEmpty()) {
      losses.add(start, "origin", "a message has no place for " + start.origin().keySet());
    }
    if (isText(start.kind())) {
      if (start.kind() == BlockKind.REFUSAL) {
        losses.add(start, "kind", "a message has no refusal; it is written as text");
      }
      if (start.id() != null) {
        losses.add(start, "id", "text has no id");
      }
    } else if (isHeld(start)) {
      whole.put(start.block().block(), new StringBuilder());
    } else {
      losses.add(start, "tools and media of another provider are not translated");
    }
  }

  private boolean isHeld(BlockStart start) {
    return start.kind() == BlockKind.TOOL_CALL
        || (start.kind() == BlockKind.MEDIA && source.sameDialect());
  }

  private BlockStart start(StreamEvent event, BlockId block) {
    BlockStart start = starts.get(block.block());
    if (start == null) {
      throw new IllegalArgumentException(
          "%s outside block %s; check the events with GrammarChecker"
              .formatted(event.typeName(), block));
    }
    return start;
  }

  void delta(BlockDelta delta) {
    BlockStart start = start(delta, delta.block());
    StringBuilder text = whole.get(delta.block().block());
    if (text != null) {
      held.append(text, delta.text());
    } else if (!isText(start.kind())) {
      losses.add(delta, "its block is not written");
    } else if (!delta.text().isEmpty()) {
      text(start, delta);
    }
  }

  private void text(BlockStart start, BlockDelta delta) {
    BlockStart before = run;
    boolean isThought = start.kind() == BlockKind.REASONING;
    if (before != null && !before.block().equals(start.block())) {
      boolean runsOn = isThought == (before.kind() == BlockKind.REASONING);
      if (runsOn) {
        losses.add(start, "block", "it runs on from the text before it");
      }
    }
    if (delta.part() != 0) {
      losses.add(delta, "part", "the parts of a text are not numbered");
    }
    run = start;
    if (isThought) {
      lines.thinking(delta.text());
    } else {
      lines.text(delta.text());
    }
  }

  void end(BlockEnd end) {
    int block = end.block().block();
    BlockStart start = start(end, end.block());
    starts.remove(block);
    StringBuilder text = whole.remove(block);
    if (end.reasoning() != null) {
      losses.add(end, "reasoning", "thinking is text alone");
    }
    if (end.signature() != null) {
      losses.add(end, "signature", "nothing is signed");
    }
    if (end.source() != null) {
      losses.add(end, "source", "it is JSON of another dialect");
    }
    if (text == null) {
      return;
    }
    held.release(text);
    run = null;
    if (start.kind() == BlockKind.TOOL_CALL) {
      hasCalls = true;
      lines.call(start.id(), start.name(), arguments(start, end, text.toString()));
    } else {
      lines.image(text.toString());
    }
  }

  /** Arguments are an object: free text becomes a field, and what is not JSON is left out. */
  private Json arguments(BlockStart start, BlockEnd end, String text) {
    boolean isFreeText = start.origin().getOrDefault("type", "").startsWith("custom");
    Json object = isFreeText ? null : ProviderJson.object(text);
    if (object == null && isFreeText) {
      object = new Json.Fields(Map.of("input", new Json.Text(text)));
    } else if (object == null && end.complete() && !text.isBlank()) {
      object = new Json.Fields(Map.of("INVALID_JSON", new Json.Text(text)));
    }
    Json written = object == null ? new Json.Fields(Map.of()) : object;
    if (!JsonText.canonical(written).equals(text)) {
      losses.add(end, "arguments", "only the value of the arguments is kept, not their spelling");
      losses.add(start, "arguments", "only the value of the arguments is kept");
    }
    return written;
  }

  private static boolean isText(BlockKind kind) {
    return switch (kind) {
      case TEXT, REFUSAL, REASONING -> true;
      case TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> false;
    };
  }
}
