package dev.weir.fuzzing;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.GrammarChecker;
import dev.weir.event.StreamEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * A dialect's decoder and all that follows from its events: the grammar, however the bytes are cut,
 * fast and slow, bounded; written again in every dialect and read back; the lifecycle and its
 * rules.
 */
public final class DialectTarget {
  static final DecodeOptions OPTIONS =
      new DecodeOptions(
          new Limits(
              /* maxFrameBytes= */ 1 << 14,
              /* maxOpenBlocks= */ 32,
              /* maxBlockChars= */ 1 << 14,
              /* maxDepth= */ 24),
          ThinkTags.KEEP);

  /** Events for each byte, and characters for each byte; a repair may say a text again. */
  private static final int MOST_EVENTS = 6;

  private static Dialect dialect = Dialects.OPENAI_CHAT;

  private DialectTarget() {}

  /** Chooses the dialect by its word. */
  public static void fuzzerInitialize(String[] words) {
    dialect = Dialects.of(words[0]).orElseThrow();
  }

  public static void fuzzerTestOneInput(byte[] data) {
    List<StreamEvent> events =
        decode(StreamDecoder.withoutFastPath(dialect, OPTIONS), List.of(data.clone()));
    GrammarChecker.check(events)
        .ifPresent(wrong -> Finding.unless(false, "The grammar is broken: %s%n%s", wrong, events));
    if (events.size() > 20 + MOST_EVENTS * data.length) {
      Finding.unless(false, "%d events from %d bytes", events.size(), data.length);
    }
    Finding.unlessEqual(
        decode(new StreamDecoder(dialect, OPTIONS), Slices.chosen(data)), events, "events");
  }

  static List<StreamEvent> decode(StreamDecoder decoder, List<byte[]> slices) {
    List<StreamEvent> events = new ArrayList<>();
    slices.forEach(slice -> decoder.feed(slice, events::add));
    decoder.end(events::add);
    return events;
  }
}
