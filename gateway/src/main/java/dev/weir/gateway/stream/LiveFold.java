package dev.weir.gateway.stream;

import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One format of a live stream, folded once for all who read it. Belongs to the stream's event loop.
 */
final class LiveFold {
  /**
   * Events that arrived together.
   *
   * @param position of the first of them in the stream
   * @param atMillis when they came, in epoch milliseconds
   * @param nanos when they came, by {@link System#nanoTime}
   */
  record Arrival(long position, List<StreamEvent> events, long atMillis, long nanos) {}

  /** Takes the frames of a live stream. */
  interface Reader {
    void live(Batch batch);

    /** There will be no more frames, though the stream goes on. */
    void drop();
  }

  /** The readers, and from which position on each reads. */
  private final Map<Reader, Long> readers = new LinkedHashMap<>();

  private final FrameText text;
  private final List<Arrival> waiting = new ArrayList<>();
  private final Fold fold;
  private boolean isReady;
  private boolean hasContent;

  /**
   * @param isReady whether it begins with the stream; if not it must be {@link #ready} first
   */
  LiveFold(StreamDescription about, Format format, boolean isReady) {
    this.text = new FrameText(format.form(), /* after= */ 0);
    this.fold = format.fold(about, text);
    this.isReady = isReady;
  }

  /**
   * Takes an event of the beginning, whose frames are for those who catch up. On any one thread,
   * before it is ready.
   */
  void begin(StreamEvent event, long atMillis) {
    take(event, atMillis);
    text.forget();
  }

  /** The beginning has been folded. */
  void ready() {
    isReady = true;
    waiting.forEach(this::deliver);
    waiting.clear();
  }

  /**
   * Adds a reader.
   *
   * @param position up to which it catches up by itself; arrivals before it may still wait here
   */
  void add(Reader reader, long position) {
    readers.put(reader, position);
  }

  void remove(Reader reader) {
    readers.remove(reader);
  }

  void deliver(Arrival arrival) {
    if (!isReady) {
      waiting.add(arrival);
      return;
    }
    for (StreamEvent event : arrival.events()) {
      take(event, arrival.atMillis());
    }
    if (text.length() == 0 && !text.isEnded()) {
      return;
    }
    Batch batch = text.take(hasContent);
    for (Map.Entry<Reader, Long> reader : List.copyOf(readers.entrySet())) {
      if (reader.getValue() <= arrival.position()) {
        reader.getKey().live(batch);
      }
    }
  }

  private void take(StreamEvent event, long atMillis) {
    hasContent |= event instanceof BlockStart || event instanceof OutputEnd;
    fold.accept(event, atMillis);
  }

  boolean isRead() {
    return !readers.isEmpty();
  }

  void drop() {
    List.copyOf(readers.keySet()).forEach(Reader::drop);
  }
}
