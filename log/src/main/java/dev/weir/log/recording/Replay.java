package dev.weir.log.recording;

import dev.weir.codec.stream.MeteredDecoder;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMetrics;
import dev.weir.log.recording.Entry.Arrived;
import dev.weir.log.recording.Entry.Ended;
import dev.weir.log.recording.Entry.Reached;
import java.io.IOException;

/**
 * Feeds a recording through the decoder that read the live stream, so that the events are the same.
 */
public final class Replay {

  /** Takes the events of a replay, each with the offset at which its last byte came. */
  @FunctionalInterface
  public interface Sink {
    /** The next event, and when it came. */
    void accept(StreamEvent event, long atMicros);
  }

  private Replay() {}

  /**
   * Replays to the end. A recording that was cut short ends like a stream that was cut.
   *
   * @return what was measured, with the times of the recording
   */
  public static StreamMetrics run(Entries recording, Pace pace, Sink sink)
      throws IOException, InterruptedException {
    RecordingHeader header = recording.header();
    var decoder = new MeteredDecoder(header.dialect(), header.options(), header.timed());
    long last = 0;
    for (Entry entry = recording.next(); entry != null; entry = recording.next()) {
      long at = entry.atMicros();
      last = at;
      pace.await(at);
      switch (entry) {
        case Reached reached -> reached(decoder, reached);
        case Arrived arrived ->
            decoder.feed(arrived.bytes().toSlice(), at, event -> sink.accept(event, at));
        case Ended ended -> decoder.end(ended.ending(), at, event -> sink.accept(event, at));
      }
    }
    if (!decoder.isEnded()) {
      long at = last;
      decoder.end(new StreamEnding.EndOfInput(), at, event -> sink.accept(event, at));
    }
    return decoder.metrics();
  }

  private static void reached(MeteredDecoder decoder, Reached reached) {
    switch (reached.milestone()) {
      case CONNECTED -> decoder.connected(reached.atMicros());
      case HEADERS -> decoder.headers(reached.atMicros());
    }
  }
}
