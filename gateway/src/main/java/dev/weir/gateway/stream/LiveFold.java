package dev.weir.gateway.stream;

import dev.weir.codec.GrowingBytes;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import java.util.ArrayList;
import java.util.List;

/**
 * One format of a live stream, folded once for all who read it. Belongs to the stream's event loop.
 */
final class LiveFold {
  /** Takes the frames of a live stream. */
  interface Reader {
    /** Takes frames, whose bytes are gone after this. Returns whether it keeps up with them. */
    boolean live(Batch batch);

    /** There will be no more frames, though the stream goes on. */
    void drop();
  }

  /** A reader, and from which position on it reads. */
  private record Joined(Reader reader, long position) {}

  /** A new list whenever one comes or goes, because one may go while it is walked over. */
  private List<Joined> readers = List.of();

  private final Format format;
  private final GrowingBytes room;
  private final FrameText text;
  private List<Arrival> waiting = List.of();
  private final Fold fold;
  private boolean isReady;
  private boolean hasContent;

  /**
   * @param room where frames are put together; others use it too, but not at the same time
   * @param isReady whether it begins with the stream; if not it must be {@link #ready} first
   */
  LiveFold(StreamDescription about, Format format, GrowingBytes room, boolean isReady) {
    this.format = format;
    this.room = room;
    this.text = new FrameText(format.form(), /* after= */ 0);
    this.fold = format.fold(about, text);
    this.isReady = isReady;
    text.into(isReady ? room : new GrowingBytes(/* capacity= */ 0));
  }

  Format format() {
    return format;
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
    text.into(room);
    waiting.forEach(this::deliver);
    waiting = List.of();
  }

  /**
   * Adds a reader.
   *
   * @param position up to which it catches up by itself; arrivals before it may still wait here
   */
  void add(Reader reader, long position) {
    remove(reader);
    List<Joined> more = new ArrayList<>(readers);
    more.add(new Joined(reader, position));
    readers = List.copyOf(more);
  }

  void remove(Reader reader) {
    readers = readers.stream().filter(joined -> !joined.reader().equals(reader)).toList();
  }

  /** Takes an arrival. Returns whether some reader keeps up, or there is none. */
  boolean deliver(Arrival arrival) {
    if (!isReady) {
      waiting = waiting.isEmpty() ? new ArrayList<>() : waiting;
      waiting.add(arrival);
      return true;
    }
    List<StreamEvent> events = arrival.events();
    for (int i = 0; i < events.size(); i++) {
      take(events.get(i), arrival.atMillis());
    }
    if (text.length() == 0 && !text.isEnded()) {
      return true;
    }
    Batch batch = text.batch(hasContent);
    List<Joined> reading = readers;
    boolean keepsUp = reading.isEmpty();
    for (int i = 0; i < reading.size(); i++) {
      if (reading.get(i).position() <= arrival.position()) {
        keepsUp |= reading.get(i).reader().live(batch);
      }
    }
    text.forget();
    return keepsUp;
  }

  private void take(StreamEvent event, long atMillis) {
    hasContent |= event instanceof BlockStart || event instanceof OutputEnd;
    fold.accept(event, atMillis);
  }

  boolean isRead() {
    return !readers.isEmpty();
  }

  void drop() {
    readers.forEach(joined -> joined.reader().drop());
  }
}
