package dev.weir.codec.stream;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.StreamMeter;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Verdict;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a stream and measures it, with times that the caller tells.
 *
 * <p>Times are microseconds since the request was begun. Belongs to one stream and one thread at a
 * time.
 */
public final class MeteredDecoder {
  private final StreamDecoder decoder;
  private final StreamMeter meter;

  /**
   * @param timed whether the times are those of arrival
   */
  public MeteredDecoder(Dialect dialect, DecodeOptions options, boolean timed) {
    this.decoder = new StreamDecoder(dialect, options);
    this.meter = new StreamMeter(timed);
  }

  public void connected(long atMicros) {
    meter.connected(atMicros);
  }

  public void headers(long atMicros) {
    meter.headers(atMicros);
  }

  /** Reading waited that long for the consumer. */
  public void blocked(long micros) {
    meter.blocked(micros);
  }

  public void feed(byte[] slice, long atMicros, Consumer<? super StreamEvent> out) {
    meter.bytes(slice.length, atMicros);
    decoder.feed(slice, metered(atMicros, out));
  }

  public void end(long atMicros, Consumer<? super StreamEvent> out) {
    meter.ended(atMicros);
    decoder.end(metered(atMicros, out));
  }

  /** See {@link StreamDecoder#cut}. */
  public void cut(
      Verdict verdict, @Nullable String word, long atMicros, Consumer<? super StreamEvent> out) {
    meter.ended(atMicros);
    decoder.cut(verdict, word, metered(atMicros, out));
  }

  /** See {@link StreamDecoder#fail}. */
  public void fail(StreamFault fault, long atMicros, Consumer<? super StreamEvent> out) {
    meter.ended(atMicros);
    decoder.fail(fault, metered(atMicros, out));
  }

  public boolean isEnded() {
    return decoder.isEnded();
  }

  /** See {@link StreamDecoder#isSettled}. */
  public boolean isSettled() {
    return decoder.isSettled();
  }

  /** See {@link StreamDecoder#lateFrames}. */
  public long lateFrames() {
    return decoder.lateFrames();
  }

  /** What was measured so far. */
  public StreamMetrics metrics() {
    meter.frames(decoder.frames());
    return meter.metrics();
  }

  private Consumer<StreamEvent> metered(long atMicros, Consumer<? super StreamEvent> out) {
    return event -> {
      if (event instanceof StreamEvent.ResponseStart && decoder.isAnnounced()) {
        meter.announced(atMicros);
      }
      meter.accept(event, atMicros);
      out.accept(event);
    };
  }
}
