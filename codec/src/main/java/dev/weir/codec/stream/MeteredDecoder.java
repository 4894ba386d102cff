package dev.weir.codec.stream;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMeter;
import dev.weir.event.StreamMetrics;
import java.util.function.Consumer;

/**
 * Decodes a stream and measures it, with times from the caller.
 *
 * <p>Times are microseconds since the request began. Belongs to one stream and one thread at a
 * time.
 */
public final class MeteredDecoder {
  private final StreamDecoder decoder;
  private final StreamMeter meter;
  private final Consumer<StreamEvent> metering = this::metered;
  private Consumer<? super StreamEvent> out = event -> {};
  private long atMicros;

  /**
   * @param timed whether the times are those of arrival
   */
  public MeteredDecoder(Dialect dialect, DecodeOptions options, boolean timed) {
    this.decoder = new StreamDecoder(dialect, options);
    this.meter = new StreamMeter(timed);
  }

  /** The connection was made. */
  public void connected(long atMicros) {
    meter.connected(atMicros);
  }

  /** The http headers arrived. */
  public void headers(long atMicros) {
    meter.headers(atMicros);
  }

  /** Reading waited that long for the consumer. */
  public void blocked(long micros) {
    meter.blocked(micros);
  }

  /** Decodes a slice that came at that time; hands over the events that it completes. */
  public void feed(byte[] slice, long at, Consumer<? super StreamEvent> to) {
    atMicros = at;
    out = to;
    meter.bytes(slice.length, at);
    decoder.feed(slice, metering);
  }

  /** The same of a slice that is only lent: see {@link StreamDecoder#feedLent}. */
  public void feedLent(Bytes slice, long at, Consumer<? super StreamEvent> to) {
    atMicros = at;
    out = to;
    meter.bytes(slice.length(), at);
    decoder.feedLent(slice, metering);
  }

  /** The bytes ended: see {@link StreamDecoder#end}, {@code cut} and {@code fail}. */
  public void end(StreamEnding ending, long at, Consumer<? super StreamEvent> to) {
    atMicros = at;
    out = to;
    meter.ended(at);
    switch (ending) {
      case StreamEnding.EndOfInput end -> decoder.end(metering);
      case StreamEnding.Cut cut -> decoder.cut(cut.verdict(), cut.word(), metering);
      case StreamEnding.Broken broken -> decoder.fail(broken.fault(), metering);
    }
  }

  /** Whether the response has ended. */
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

  /** What has been measured so far. */
  public StreamMetrics metrics() {
    if (decoder.isNumbered()) {
      meter.frames(decoder.frames());
    }
    return meter.metrics();
  }

  private void metered(StreamEvent event) {
    if (event instanceof StreamEvent.ResponseStart && decoder.isAnnounced()) {
      meter.announced(atMicros);
    }
    meter.accept(event, atMicros);
    out.accept(event);
  }
}
