package dev.weir.gateway.stream;

import dev.weir.event.StreamEvent;
import dev.weir.log.StreamLog;
import java.util.List;

/** Events of a stream that came together. Those that go into the log complete when it has them. */
final class Arrival extends StreamLog.Appending {
  private final String stream;
  private final long position;
  private final List<StreamEvent> events;
  private final long atMillis;
  private final long nanos;

  /**
   * @param position of the first of them in the stream
   * @param atMillis when they came, in epoch milliseconds
   * @param nanos when they came, by {@link System#nanoTime}
   */
  Arrival(String stream, long position, List<StreamEvent> events, long atMillis, long nanos) {
    this.stream = stream;
    this.position = position;
    this.events = events;
    this.atMillis = atMillis;
    this.nanos = nanos;
  }

  @Override
  public String stream() {
    return stream;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public List<StreamEvent> events() {
    return events;
  }

  @Override
  public long atMillis() {
    return atMillis;
  }

  long nanos() {
    return nanos;
  }
}
