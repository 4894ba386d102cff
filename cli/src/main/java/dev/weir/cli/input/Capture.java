package dev.weir.cli.input;

import dev.weir.event.StreamEvent;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.Entries;
import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One stream that was found in an input. */
public sealed interface Capture {

  /** What it is called: the input, and its place there if there are several. */
  String name();

  /** Whether the input holds others too. */
  boolean isOneOfSeveral();

  /**
   * The bytes of a provider, as they came or as they were kept.
   *
   * @param status of the http response that carried them; 0 where it is not known
   * @param secrets keys that must not be written even if the answer repeats them
   * @param isRecording whether Weir itself kept them
   */
  record Bytes(
      String name,
      boolean isOneOfSeveral,
      int status,
      Secrets secrets,
      boolean isRecording,
      Entries entries)
      implements Capture {}

  /** Events that Weir itself has written, with what is known about them. */
  record Events(String name, boolean isOneOfSeveral, Told told) implements Capture {}

  /** What was measured of a stream that is no longer there. */
  record Measured(String name, boolean isOneOfSeveral, MetricsRecord metrics) implements Capture {}

  /** An event and when it came, in microseconds since the first. */
  record TimedEvent(StreamEvent event, long atMicros) {}

  /** Events one after the other. Belongs to one thread at a time. */
  interface Told {
    /** The form they are in, as a word: {@code events} or {@code lifecycle}. */
    String form();

    /** Whether the times are those at which they came. */
    boolean isTimed();

    /** When the first came; the epoch where that is not known. */
    Instant startedAt();

    /** The next one, or null after the last. */
    @Nullable TimedEvent next() throws IOException;

    /** What is wrong with the form itself, once all of it has been read. */
    Optional<String> damage();
  }
}
