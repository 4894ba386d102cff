package dev.weir.gateway.stream;

import dev.weir.event.StreamEvent;
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
   * @param position of the stream after them
   */
  record Arrival(List<StreamEvent> events, long atMillis, long position) {}

  /** Those who read along, and up to which position each one gets its frames from the log. */
  private final Map<Subscriber, Long> subscribers = new LinkedHashMap<>();

  private final FrameText text = new FrameText(/* after= */ 0);
  private final List<Arrival> waiting = new ArrayList<>();
  private final Fold fold;
  private boolean isReady;

  /**
   * @param isReady whether it begins with the stream; if not it must be {@link #ready} first
   */
  LiveFold(Format format, boolean firstOutputOnly, boolean isReady) {
    this.fold = format.fold(firstOutputOnly, text);
    this.isReady = isReady;
  }

  /**
   * Takes an event of the beginning, whose frames are for those who catch up. On any one thread,
   * before it is ready.
   */
  void begin(StreamEvent event, long atMillis) {
    fold.accept(event, atMillis);
    text.forget();
  }

  /** The beginning has been folded. */
  void ready() {
    isReady = true;
    waiting.forEach(this::deliver);
    waiting.clear();
  }

  /**
   * Adds one who reads along after a position. What arrived before may still wait here, for others.
   */
  void add(Subscriber subscriber, long position) {
    subscribers.put(subscriber, position);
  }

  void remove(Subscriber subscriber) {
    subscribers.remove(subscriber);
  }

  void deliver(Arrival arrival) {
    if (!isReady) {
      waiting.add(arrival);
      return;
    }
    for (StreamEvent event : arrival.events()) {
      fold.accept(event, arrival.atMillis());
    }
    if (text.length() == 0) {
      return;
    }
    Batch batch = text.take();
    for (Map.Entry<Subscriber, Long> reading : List.copyOf(subscribers.entrySet())) {
      if (reading.getValue() < arrival.position()) {
        reading.getKey().live(batch);
      }
    }
  }

  void drop() {
    List.copyOf(subscribers.keySet()).forEach(Subscriber::drop);
  }
}
