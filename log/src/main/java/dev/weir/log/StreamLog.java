package dev.weir.log;

import dev.weir.event.StreamEvent;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the events of many streams, so that a client that returns gets the rest.
 *
 * <p>A stream is begun by its writer, gets events and notes, and is over only once: it ends, or it
 * is cut where it stands. A position is the number of an event in its stream, from zero: the events
 * from a position on are those that a client with that many events still lacks.
 *
 * <p>No method blocks, because the log may be an engine on another machine: every answer is a
 * future. What is chained to one runs on whichever thread had the answer and must not block either;
 * {@link #await} is for threads that may. Any thread may call, but what is added to one stream must
 * come from one thread at a time, because the order of the calls is the order in the stream.
 *
 * <p>A future fails with {@link NotRecordedException} if it is not certain that something is kept,
 * with {@link NoSuchStreamException} if there is no such stream, or it has expired, and with
 * another {@link IOException} if the log cannot say.
 */
public interface StreamLog extends AutoCloseable {

  /**
   * Begins a stream. Nothing can be added to one that was not begun, or whose beginning was not
   * recorded. What is added to it need not wait for the answer.
   *
   * @param stream 1 to 64 of {@code A–Z a–z 0–9 . _ -}; not the name of another that is kept
   * @param owner whose it is; at most 200 characters
   * @param about what it is about, in a few words: lists show it
   * @return zero, its first position
   */
  CompletableFuture<Long> begin(String stream, String owner, String about);

  /**
   * Adds events to several streams at once, which costs less than one after the other. Some may be
   * kept already when this returns.
   *
   * @param all is not kept: the caller may use the list again
   */
  void add(List<? extends Appending> all);

  /**
   * Events that came together, at least one, on their way into a log.
   *
   * <p>They complete when all of them are kept as safely as the log promises, and only then do
   * readers and followers see them. If they are not, they fail, and the stream takes no more
   * events, because something would be missing in its middle.
   */
  abstract class Appending extends CompletableFuture<Void> {
    /** The stream that they are added to. */
    public abstract String stream();

    /**
     * The position of the first of them. It must be the next of the stream, so that nothing is
     * added twice or left out.
     */
    public abstract long position();

    /** When they came, in epoch milliseconds; kept with each of them. */
    public abstract long atMillis();

    /** The events, in their order. */
    public abstract List<StreamEvent> events();
  }

  /**
   * Adds events to several streams at once; as {@link #add}.
   *
   * @return for each addition, in their order, the position after its last event
   */
  default List<CompletableFuture<Long>> append(List<Addition> additions) {
    List<AwaitedAddition> all = additions.stream().map(AwaitedAddition::new).toList();
    add(all);
    return all.stream().map(AwaitedAddition::next).toList();
  }

  /** Adds events to one stream; as in {@link #append(List)}. */
  default CompletableFuture<Long> append(Addition addition) {
    return append(List.of(addition)).getFirst();
  }

  /** Events that came together; as {@link Appending}. */
  record Addition(String stream, long position, long atMillis, List<StreamEvent> events) {
    public Addition {
      events = List.copyOf(events);
    }
  }

  /**
   * Keeps a text with a stream that is not over: what was asked, what was measured. It has no
   * position and lives as long as the stream; of several with one name the last counts.
   *
   * @param name 1 to 64 of {@code A–Z a–z 0–9 . _ -}
   * @return the position at which the stream stands
   */
  CompletableFuture<Long> note(String stream, String name, String text);

  /**
   * Keeps a text with a stream, open or over: what people say of it later, such as a name for it.
   * It is read like a note, and does not make the stream younger.
   *
   * @param name as for a note
   * @return the position at which the stream stands
   */
  CompletableFuture<Long> remark(String stream, String name, String text);

  /** A text that is kept with a stream; absent if there is none of that name. */
  CompletableFuture<@Nullable String> readNote(String stream, String name);

  /**
   * Ends a stream: it takes no more events, and followers that have all of it are done.
   *
   * @param position after its last event; it must be where the stream stands, so that none is left
   *     out
   * @param outcome how it ended, in a word: lists show it
   * @return that position
   */
  CompletableFuture<Long> end(String stream, long position, String outcome);

  /**
   * Says that a stream is over where it stands, because its writer is gone. One that is over
   * already stays as it is.
   *
   * @return the position at which it is over
   */
  CompletableFuture<Long> cut(String stream);

  /** Reads events from a position. */
  CompletableFuture<Page> read(String stream, long position, int maxEvents);

  /**
   * Hands over the events from a position, then those that come, each once and in order, on a
   * virtual thread of their own: a slow follower holds up nobody but itself.
   */
  Following follow(String stream, long position, Follower follower);

  /** What is known of a stream. */
  CompletableFuture<StreamInfo> info(String stream);

  /**
   * The streams of an owner, the most recently begun first.
   *
   * @param from where the previous list stopped ({@link Listing#next()}); absent for the first list
   */
  CompletableFuture<Listing> list(String owner, @Nullable String from, int most);

  /** How much room the streams of an owner take, in bytes; zero where the log does not count. */
  default CompletableFuture<Long> bytes(String owner) {
    return CompletableFuture.completedFuture(0L);
  }

  /**
   * Forgets the streams that are over and to which nothing was added since that moment; returns
   * their names. An open stream never expires: its writer may be silent for long, and clocks can be
   * changed.
   */
  CompletableFuture<List<String>> expire(Instant before);

  /**
   * Forgets a stream that is over, at once: it is never listed or read again, even after the log is
   * reopened. An open stream is refused.
   *
   * @return the position at which it was over
   */
  CompletableFuture<Long> delete(String stream);

  /**
   * The name of this process among those that write to the log, new with every start; absent if no
   * other process can.
   */
  default @Nullable String node() {
    return null;
  }

  /**
   * Stops a stream, whoever writes it: its writer is told to stop, and one whose writer is gone is
   * cut.
   *
   * @return the position at which it is over, once it is
   */
  default CompletableFuture<Long> stop(String stream) {
    return cut(stream);
  }

  /**
   * Says how a stream that this process writes is stopped. It is called with the stream's name, on
   * any thread, when another process wants it, and perhaps more than once.
   */
  default void onStop(Consumer<String> action) {}

  /**
   * How many streams of an owner are open, in all processes; zero where no other process can write.
   */
  default CompletableFuture<Long> open(String owner) {
    return CompletableFuture.completedFuture(0L);
  }

  @Override
  void close() throws IOException;

  /** Waits for an answer, on a thread that may block; a failure is thrown as itself. */
  static <T extends @Nullable Object> T await(CompletableFuture<T> answer) throws IOException {
    try {
      return answer.get();
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case IOException known -> throw known;
        case RuntimeException wrong -> throw wrong;
        case Error fatal -> throw fatal;
        case null, default -> throw new IOException(failed);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the log was busy");
    }
  }

  /**
   * Some events of a stream.
   *
   * @param next the position after the last one
   * @param isLast whether the stream is over and there is nothing after {@code next}
   */
  record Page(List<LoggedEvent> logged, long next, boolean isLast) {
    public Page {
      logged = List.copyOf(logged);
    }

    /** The events without their times. */
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
   * @param owner whose it is; empty if the log lost that
   * @param about what it is about, as given when it was begun; empty if the log lost that
   * @param events how many of them are kept
   * @param outcome how it ended; absent if it did not, or if nobody said how
   */
  record StreamInfo(
      String stream,
      String owner,
      String about,
      long events,
      State state,
      @Nullable String outcome) {}

  /**
   * Some streams of an owner.
   *
   * @param next where the list goes on; absent if there are no more
   */
  record Listing(List<StreamInfo> streams, @Nullable String next) {
    public Listing {
      streams = List.copyOf(streams);
    }
  }

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
    /** The next event. */
    void event(long position, StreamEvent event, long atMillis);

    /**
     * Nothing more comes.
     *
     * @param problem why nothing more comes, if the stream may have had more
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
