package dev.weir.log;

import dev.weir.event.StreamEvent;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the events of many streams, so that a client that comes back gets the rest.
 *
 * <p>A position is the number of an event in its stream, from zero: the events from a position on
 * are those that a client with so many events still misses. Any thread may call; the appends of one
 * stream must come from one thread at a time, because their order is the order of the calls.
 */
public interface StreamLog extends AutoCloseable {

  /**
   * Adds events to a stream, which the first call begins.
   *
   * <p>The future completes with the position after the last event when all of them are kept as
   * safely as the log promises, and only then do readers and followers see them. It fails with
   * {@link NotRecordedException} if they are not; then the stream takes no more events, because
   * something would be missing in its middle. What hangs on the future runs on whichever thread
   * wrote them and must not block.
   *
   * @param stream 1 to 64 of {@code A–Z a–z 0–9 . _ -}
   * @param atMillis when they came, in epoch milliseconds; kept with each of them
   */
  CompletableFuture<Long> append(String stream, long atMillis, List<StreamEvent> events);

  /**
   * Adds to several streams at once, which costs less than one after the other: one write.
   *
   * @return the futures of the appends, in their order; some may be complete already
   */
  default List<CompletableFuture<Long>> appendAll(List<Addition> additions) {
    return additions.stream().map(a -> append(a.stream(), a.atMillis(), a.events())).toList();
  }

  /** What is added to one stream; as in {@link #append(String, long, List)}. */
  record Addition(String stream, long atMillis, List<StreamEvent> events) {}

  /** Adds events that come now. */
  CompletableFuture<Long> append(String stream, List<StreamEvent> events);

  /**
   * Keeps a text with a stream that has not ended: what it is about, what was measured. It has no
   * position and lives as long as the stream; of several with one name the last counts. The future
   * is that of an append.
   *
   * @param name 1 to 64 of {@code A–Z a–z 0–9 . _ -}
   */
  CompletableFuture<Long> note(String stream, String name, String text);

  /**
   * A text that is kept with a stream; absent if there is none of that name.
   *
   * @throws NoSuchStreamException if there is no stream of that name, or no more
   */
  @Nullable String readNote(String stream, String name) throws IOException;

  /** Ends a stream: it takes no more events, and followers that have all of it are done. */
  CompletableFuture<Long> end(String stream);

  /**
   * Reads events from a position.
   *
   * @throws NoSuchStreamException if there is no stream of that name, or no more
   */
  Page read(String stream, long position, int maxEvents) throws IOException;

  /**
   * Hands over the events from a position, then those that come, each once and in order, on a
   * virtual thread of their own: a slow follower holds up nobody but itself.
   *
   * @throws NoSuchStreamException if there is no stream of that name, or no more
   */
  Following follow(String stream, long position, Follower follower) throws NoSuchStreamException;

  /** The streams that are kept, sorted by name. */
  List<StreamInfo> list();

  /** Forgets the streams to which nothing was added since that moment; returns their names. */
  List<String> expire(Instant before) throws IOException;

  @Override
  void close() throws IOException;

  /**
   * Some events of a stream.
   *
   * @param next the position after the last one
   * @param isLast whether the stream has ended and there is nothing after {@code next}
   */
  record Page(List<LoggedEvent> logged, long next, boolean isLast) {
    public Page {
      logged = List.copyOf(logged);
    }

    public List<StreamEvent> events() {
      return logged.stream().map(LoggedEvent::event).toList();
    }
  }

  /**
   * An event as it is kept.
   *
   * @param atMillis when it came, in epoch milliseconds
   */
  record LoggedEvent(StreamEvent event, long atMillis) {}

  /**
   * What is known of one stream.
   *
   * @param events how many of them are kept
   */
  record StreamInfo(String stream, long events, State state, Instant lastAppendAt) {}

  /** Whether more may come. */
  enum State {
    OPEN,
    /** Its writer ended it. */
    ENDED,
    /** Its writer is gone, or could not write: what is kept is a beginning. */
    CUT
  }

  /** Takes the events of one stream. */
  interface Follower {
    void event(long position, StreamEvent event, long atMillis);

    /**
     * Nothing more comes.
     *
     * @param problem why there is not more, if the stream may have had more
     */
    default void done(@Nullable IOException problem) {}
  }

  /** A follower at work. */
  interface Following extends AutoCloseable {
    /** Stops it; an event that is being handed over may still arrive. */
    @Override
    void close();
  }
}
