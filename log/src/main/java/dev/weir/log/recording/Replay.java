package dev.weir.log.recording;

import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.StreamEvent;
import dev.weir.log.recording.Entry.Arrived;
import dev.weir.log.recording.Entry.Ended;
import dev.weir.log.recording.Entry.Ending;
import dev.weir.log.recording.Entry.Reached;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Feeds a recording through the decoder that read the live stream, so that the events are the same.
 */
public final class Replay {

  /** Takes the events of a replay, each with the offset at which its last byte came. */
  @FunctionalInterface
  public interface Sink {
    void accept(StreamEvent event, long atMicros);
  }

  private Replay() {}

  /** Replays to the end. A recording that was cut short ends like a stream that was. */
  public static void run(RecordingReader recording, Pace pace, Sink sink)
      throws IOException, InterruptedException {
    var decoder = new StreamDecoder(recording.header().dialect(), recording.header().options());
    long last = 0;
    for (Entry entry = recording.next(); entry != null; entry = recording.next()) {
      pace.await(entry.atMicros());
      long at = entry.atMicros();
      last = at;
      switch (entry) {
        case Arrived arrived ->
            decoder.feed(arrived.bytes().toSlice(), event -> sink.accept(event, at));
        case Ended ended -> end(decoder, ended.ending(), event -> sink.accept(event, at));
        case Reached reached -> {}
      }
    }
    if (!decoder.isEnded()) {
      long at = last;
      decoder.end(event -> sink.accept(event, at));
    }
  }

  /** Tells a decoder how the bytes ended. */
  public static void end(StreamDecoder decoder, Ending ending, Consumer<StreamEvent> out) {
    switch (ending) {
      case Ending.EndOfInput end -> decoder.end(out);
      case Ending.Cut cut -> decoder.cut(cut.verdict(), cut.word(), out);
      case Ending.Broken broken -> decoder.fail(broken.fault(), out);
    }
  }
}
