package dev.weir.gateway.stream;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamFault;
import dev.weir.event.StreamMetrics.Tries;
import dev.weir.event.Verdict;
import dev.weir.gateway.metrics.ChunkTimes;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.EventSieve;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream on its way: from upstream into the log, and, once the log has acknowledged it, to
 * everybody who reads along. It does not need a reader, and does not end with one.
 *
 * <p>Upstream may call on any thread; what it brings in one go becomes one append. All else happens
 * on one event loop, that of the client that asked, on which it is made. Nothing reaches a
 * subscriber before the log has it, so a client never knows more than a restarted gateway.
 */
final class LiveStream implements CallSink {
  private static final Logger LOG = System.getLogger(LiveStream.class.getName());

  /** How many events the log may not have acknowledged before upstream has to wait. */
  private static final int PAUSE_EVENTS = 2_000;

  private static final int RESUME_EVENTS = 500;

  /** What comes at once, mostly. */
  private static final int FEW_EVENTS = 4;

  private final StreamDescription about;
  private final Loop loop;
  private final StreamLog log;
  private final GatewayMetrics metrics;
  private final StreamRecord record;
  private final StreamBudget budget;
  private final EventSieve sieve;
  private final Consumer<StreamEvent> taking = this::taken;
  private final Runnable appending;
  private long takenMicros;
  private ChunkTimes chunks = new ChunkTimes();
  private final Consumer<LiveStream> onEnd;

  private final long startedMillis;

  /** What upstream brings, until the loop takes it: guarded by this stream's monitor. */
  private List<StreamEvent> gathered = new ArrayList<>(FEW_EVENTS);

  private long gatheredMillis;
  private long gatheredNanos;
  private boolean isHeld = true;
  private volatile @Nullable StreamCall call;
  private volatile boolean isCancelled;

  private final LiveReaders readers;
  private long appended;
  private @Nullable Runnable onKnown;
  private final Queue<Arrival> arrivals = new ArrayDeque<>(1);
  private int unacknowledged;
  private boolean isPaused;
  private boolean isAhead;
  private boolean isOver;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private volatile @Nullable Verdict verdict;
  private volatile long events;
  private volatile @Nullable StreamFault fault;

  LiveStream(
      StreamDescription about,
      Loop loop,
      StreamLog log,
      LoopAppends appends,
      GatewayMetrics metrics,
      StreamRecord record,
      EventSieve sieve,
      StreamLimits limits,
      Consumer<LiveStream> onEnd) {
    this.about = about;
    this.loop = loop;
    this.log = log;
    this.metrics = metrics;
    this.record = record;
    this.sieve = sieve;
    this.budget = new StreamBudget(limits);
    this.onEnd = onEnd;
    this.readers = new LiveReaders(about, log, loop, /* delivered= */ 0, this::caughtUp);
    this.appending = () -> appends.add(this, loop);
    this.startedMillis = about.startedAt().toEpochMilli();
  }

  StreamDescription about() {
    return about;
  }

  @Nullable Verdict verdict() {
    return verdict;
  }

  long events() {
    return events;
  }

  /** Completes when the stream has ended and the log knows it. */
  CompletableFuture<Void> end() {
    return end;
  }

  Outcome outcome() {
    return new Outcome(
        verdict, record.problem(), record.refusal(), fault, record.lost(), record.dialect());
  }

  /** The client that asked has left for good: others may read on, but none is waited for. */
  void abandon(long graceMillis) {
    loop.after(
        graceMillis,
        () -> {
          if (!isOver && !readers.isRead()) {
            cancel();
          }
        });
  }

  /** Says what to do, on the stream's event loop and once, when the log knows the stream. */
  void onKnown(Runnable action) {
    onKnown = action;
  }

  /** The log knows the stream. */
  void known() {
    Runnable action = onKnown;
    onKnown = null;
    if (action != null) {
      action.run();
    }
  }

  /** The log does not know it: nothing of it is kept or told. On the stream's event loop. */
  void neverBegan() {
    isOver = true;
    cancel();
  }

  /** The call that fetches it, as soon as there is one. */
  void fetchedBy(StreamCall fetching) {
    call = fetching;
    if (isCancelled) {
      fetching.cancel();
    }
  }

  /** The log has been told of the stream: from now on it gets the events too. Any thread. */
  void flow() {
    boolean isWaiting;
    synchronized (this) {
      isHeld = false;
      isWaiting = !gathered.isEmpty();
    }
    if (isWaiting) {
      loop.run(appending);
    }
  }

  void cancel() {
    isCancelled = true;
    StreamCall fetching = call;
    if (fetching != null) {
      fetching.cancel();
    }
  }

  @Override
  public void accept(CallEvent event) {
    record.accept(event);
    switch (event) {
      case CallEvent.Streamed streamed -> {
        takenMicros = streamed.atMicros();
        if (streamed.event() instanceof BlockDelta) {
          chunks.came(takenMicros);
        }
        sieve.feed(streamed.event(), taking);
      }
      case CallEvent.Arrived arrived -> budget.arrived(arrived.slice().length());
      case CallEvent.Trying e -> {
        if (e.attempt() > 1) {
          metrics.retried(record.provider());
        }
      }
      case CallEvent.Resuming e -> metrics.resumed(record.provider());
      case CallEvent.Tried e -> metrics.tried(e.provider(), e.outcome());
      case CallEvent.Asking e -> {}
      case CallEvent.Connected e -> {}
      case CallEvent.Headers e -> {}
      case CallEvent.Refused e -> {}
      case CallEvent.Problem e -> {}
      case CallEvent.Measured e -> {
        metrics.operation(record.passes().getLast(), chunks, about.model());
        chunks = new ChunkTimes();
      }
    }
  }

  private void taken(StreamEvent event) {
    take(budget.told(event), takenMicros);
    Fault tooLong = event instanceof ResponseEnd ? null : budget.usedUp();
    if (tooLong != null) {
      take(tooLong, takenMicros);
      cancel();
    }
  }

  private void take(StreamEvent event, long atMicros) {
    if (event instanceof Fault seen) {
      fault = seen.fault();
    }
    boolean isFirst;
    synchronized (this) {
      isFirst = gathered.isEmpty();
      if (isFirst) {
        gatheredNanos = System.nanoTime();
      }
      isFirst &= !isHeld;
      gathered.add(event);
      gatheredMillis = startedMillis + atMicros / 1000;
    }
    if (isFirst) {
      loop.run(appending);
    }
  }

  List<MetricsRecord> passes() {
    return record.passes();
  }

  /** The parts of the request that could not be carried so far. */
  List<RequestLoss> lost() {
    return record.lost();
  }

  /** What it waits for; absent if it does not, or the provider is at work. */
  @Nullable Waiting waiting() {
    return record.waiting();
  }

  /** What each pass took so far. */
  List<Tries> tries() {
    return record.tries();
  }

  /** What has gathered for the log; absent if it no longer takes any. */
  @Nullable Arrival takeArrival() {
    Arrival arrival;
    synchronized (this) {
      List<StreamEvent> events =
          gathered.size() == 1 ? List.of(gathered.getFirst()) : List.copyOf(gathered);
      arrival = new Arrival(about.id(), appended, events, gatheredMillis, gatheredNanos);
      if (gathered.size() <= FEW_EVENTS) {
        gathered.clear();
      } else {
        gathered = new ArrayList<>(FEW_EVENTS);
      }
    }
    int count = arrival.events().size();
    if (count == 0 || isOver) {
      return null;
    }
    appended += count;
    unacknowledged += count;
    arrivals.add(arrival);
    holdUp();
    return arrival;
  }

  /** The log has taken an arrival, or will. */
  void appended(Arrival arrival) {
    CompletableFuture<Void> settled =
        arrival.events().getLast() instanceof ResponseEnd end
            ? CompletableFuture.allOf(arrival, end(end))
            : arrival;
    if (settled.isDone() && !settled.isCompletedExceptionally()) {
      acknowledged(arrival, null);
    } else {
      var unused =
          settled.whenComplete((kept, failed) -> loop.later(() -> acknowledged(arrival, failed)));
    }
  }

  /** Ends the stream in the log; whoever has read its end must find that it has ended. */
  private CompletableFuture<Void> end(ResponseEnd end) {
    var unused = log.note(about.id(), EndNote.NAME, record.endNote());
    return log.end(about.id(), appended, end.verdict().name())
        .handle((position, failed) -> {
          if (failed != null) {
            LOG.log(Level.WARNING, "Stream {0}: its end is not recorded", about.id());
          }
          return null;
        });
  }

  private void holdUp() {
    StreamCall fetching = call;
    if (fetching == null) {
      return;
    }
    if (!isPaused && (unacknowledged > PAUSE_EVENTS || isAhead)) {
      isPaused = true;
      fetching.pause();
    } else if (isPaused && unacknowledged < RESUME_EVENTS && !isAhead) {
      isPaused = false;
      fetching.resume();
    }
  }

  /**
   * The log has an arrival or could not take it. It acknowledges in order, but the acknowledgements
   * may arrive out of order: one arrival stands for all before it, and for what the stream is
   * about.
   */
  private void acknowledged(Arrival arrival, @Nullable Throwable failed) {
    if (isOver) {
      return;
    }
    if (failed != null) {
      notRecorded(failed);
      return;
    }
    known();
    while (!arrivals.isEmpty() && arrivals.peek().position() <= arrival.position()) {
      Arrival next = arrivals.remove();
      unacknowledged -= next.events().size();
      if (next.events().getLast() instanceof ResponseEnd end) {
        over(end.verdict(), next.position() + next.events().size());
      }
      deliver(next);
      metrics.eventsIn().add(next.events().size());
      metrics.addedLatency().observe((System.nanoTime() - next.nanos()) / 1e9);
    }
    holdUp();
  }

  /** Nothing comes after what is delivered next; that is so before anybody reads it. */
  private void over(Verdict how, long position) {
    isOver = true;
    verdict = how;
    events = position;
    onEnd.accept(this);
    end.complete(null);
  }

  private void deliver(Arrival arrival) {
    // If nobody keeps up, the provider waits; one slow reader among others loses its connection.
    isAhead = !readers.deliver(arrival);
    events = readers.delivered();
  }

  /** A reader has taken all there was, or has left. */
  private void caughtUp() {
    if (isAhead) {
      isAhead = false;
      holdUp();
    }
  }

  /** Ends as a reader of the log will find it: with what is kept, and cut. */
  private void notRecorded(Throwable why) {
    LOG.log(Level.ERROR, "Stream %s is no longer recorded".formatted(about.id()), why);
    isOver = true;
    metrics.notRecorded().add(1);
    cancel();
    long from = readers.delivered();
    Thread.ofVirtual()
        .start(() -> {
          List<LoggedEvent> all = new ArrayList<>();
          long kept = -1;
          try {
            // Whatever the log refused, it takes no more.
            kept = StreamLog.await(log.cut(about.id()));
            KeptStream.readAll(
                log,
                about.id(),
                about.startedAt().toEpochMilli(),
                (event, millis) -> all.add(new LoggedEvent(event, millis)));
          } catch (IOException unreadable) {
            LOG.log(Level.ERROR, "Stream %s cannot be read".formatted(about.id()), unreadable);
          }
          // A client that has more than the log must not take what the log says for the rest.
          List<LoggedEvent> rest =
              kept < from ? List.of() : all.subList((int) Math.min(from, all.size()), all.size());
          loop.later(() -> {
            over(Verdict.TRUNCATED, from + rest.size());
            readers.deliver(rest);
            if (rest.isEmpty()) {
              readers.drop();
            }
          });
        });
  }

  /** Adds a client, which first gets what it lacks. Any thread. */
  void subscribe(Subscriber subscriber, Format format, CatchUp.Wish wish) {
    loop.later(() -> {
      if (join(subscriber, format, wish)) {
        subscriber.begin();
      }
    });
  }

  /** Adds a client. On the stream's event loop. Returns whether it lacks nothing so far. */
  boolean join(Subscriber subscriber, Format format, CatchUp.Wish wish) {
    if (isOver) {
      var catchUp = new CatchUp(log, about, format, wish, subscriber);
      Thread.ofVirtual().start(catchUp::toEnd);
      return false;
    }
    return readers.join(subscriber, format, wish, () -> {});
  }
}
