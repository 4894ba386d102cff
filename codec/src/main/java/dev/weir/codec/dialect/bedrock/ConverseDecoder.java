package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.event.FinishReason;
import dev.weir.event.Verdict;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of ConverseStream.
 *
 * <p>The message ends with {@code messageStop}; the counts come in {@code metadata}, normally after
 * it but also before. The response ends when both have come, or with the input. It names neither
 * itself nor its model.
 */
final class ConverseDecoder implements DialectDecoder {
  private static final int OUTPUT = 0;

  /** Random padding, against guessing the text from the size of its frames. */
  private static final String PADDING = "p";

  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "messageStart", Set.of("role", PADDING),
          "contentBlockStart", Set.of("contentBlockIndex", "start", PADDING),
          "contentBlockDelta", Set.of("contentBlockIndex", "delta", PADDING),
          "contentBlockStop", Set.of("contentBlockIndex", PADDING),
          "messageStop", Set.of("stopReason", PADDING),
          "metadata", Set.of("usage", "metrics", PADDING));

  private final EventWriter writer;
  private final UnknownFields unknown;
  private final ConverseBlocks blocks;
  private boolean stopped;
  private boolean counted;
  private @Nullable String word;

  ConverseDecoder(EventWriter writer) {
    this.writer = writer;
    this.unknown = new UnknownFields(writer);
    this.blocks = new ConverseBlocks(writer, unknown);
  }

  /** Whether a frame holds an event whose name only Converse has; others have metadata too. */
  static boolean isMarked(Frame frame, Json chunk) {
    return ConverseEvents.of(frame, chunk).keySet().stream().anyMatch(n -> !n.equals("metadata"));
  }

  @Override
  public boolean chunk(Frame frame, Json chunk) {
    Map<String, Json> events = ConverseEvents.of(frame, chunk);
    if (events.isEmpty()) {
      String name = frame.event().isEmpty() ? "chunk" : frame.event();
      writer.unrecognized(name, chunk.toText());
      return false;
    }
    if (events.containsKey("messageStart")) {
      writer.announced();
    }
    writer.start(null, null);
    if (!ConverseEvents.NAMES.contains(frame.event())) {
      unknown.report("", chunk, ConverseEvents.NAMES);
    }
    events.forEach(this::event);
    if (stopped && counted) {
      end();
    }
    return true;
  }

  private void event(String name, Json event) {
    switch (name) {
      case "contentBlockStart" -> blocks.start(event);
      case "contentBlockDelta" -> blocks.delta(event);
      case "contentBlockStop" -> blocks.stop(event);
      case "messageStop" -> {
        stopped = true;
        word = event.get("stopReason").word();
        blocks.stopAll(BedrockStop.leavesBlocksComplete(reason()));
      }
      case "metadata" -> {
        counted = true;
        writer.usage(event.get("usage"), ConverseUsage::of);
      }
      default -> {
        // The start of a message says only that its role is the assistant's.
      }
    }
    unknown.report(name + ".", event, FIELDS.getOrDefault(name, Set.of()));
  }

  private FinishReason reason() {
    String said = word;
    if (said != null) {
      return BedrockStop.reason(said);
    }
    return blocks.hasCalls() ? FinishReason.TOOL_CALLS : FinishReason.STOP;
  }

  @Override
  public void done() {
    end();
  }

  @Override
  public boolean isSettled() {
    return stopped;
  }

  @Override
  public void end() {
    if (writer.isEnded()) {
      return;
    }
    if (!stopped) {
      writer.end(Verdict.TRUNCATED, null);
      return;
    }
    FinishReason reason = reason();
    writer.outputEnd(OUTPUT, reason, word);
    writer.end(reason.verdict(), word);
  }
}
