package dev.weir.gateway.stream;

import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.codec.frontend.LateJoin;
import dev.weir.event.Verdict;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog;
import dev.weir.log.recording.EventSieve;
import dev.weir.log.recording.Secrets;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All streams of the gateway: begun, read, cancelled and forgotten here. {@link StreamIndex} finds
 * them, {@link StreamFacts} tells about them. What only the log knows must be asked for: those
 * methods block, and are for virtual threads.
 */
public final class Streams {
  private static final Logger LOG = System.getLogger(Streams.class.getName());
  private static final int ID_BYTES = 16;

  private final StreamLog log;
  private final ThreadLocal<LoopAppends> appends;
  private final StreamLimits limits;
  private final GatewayMetrics metrics;
  private final @Nullable Recordings recordings;
  private final Secrets secrets;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, LiveStream> live = new ConcurrentHashMap<>();
  private final Map<String, RemoteStream> remote = new ConcurrentHashMap<>();
  private final Room room;
  private final StreamIndex index;
  private final StreamFacts facts;
  private volatile boolean isStopping;

  /** Asks upstream. */
  @FunctionalInterface
  public interface Fetch {
    /**
     * Opens the call that brings the stream.
     *
     * @throws IllegalArgumentException if the request cannot be put to this provider at all
     */
    StreamCall open(CallSink sink);
  }

  /**
   * The streams that a log keeps, to which more will come.
   *
   * @param secrets what nobody must read even where a provider repeats it
   */
  public Streams(
      StreamLog log,
      StreamLimits limits,
      GatewayMetrics metrics,
      @Nullable Recordings recordings,
      Secrets secrets) {
    this.log = log;
    this.appends = ThreadLocal.withInitial(() -> new LoopAppends(log));
    this.limits = limits;
    this.metrics = metrics;
    this.recordings = recordings;
    this.secrets = secrets;
    this.room = new Room(log, limits, live);
    this.index = new StreamIndex(log, live);
    this.facts = new StreamFacts(log, live, recordings);
    metrics.live(live::size);
    log.onStop(id -> {
      LiveStream running = live.get(id);
      if (running != null) {
        running.cancel();
      }
    });
  }

  /** Finds them. */
  public StreamIndex index() {
    return index;
  }

  /** What is known of each of them. */
  public StreamFacts facts() {
    return facts;
  }

  /** From now on no stream begins here; those that are live go on. */
  public void stop() {
    isStopping = true;
  }

  /** Whether no more streams begin here. */
  public boolean isStopping() {
    return isStopping;
  }

  /** Whether streams can begin and be read here. Blocks. */
  public boolean isReady() {
    try {
      StreamLog.await(log.info("ready"));
    } catch (NoSuchStreamException reachable) {
      return !isStopping;
    } catch (IOException unreachable) {
      LOG.log(Level.DEBUG, "The log cannot be asked: {0}", unreachable.getMessage());
      return false;
    }
    return !isStopping;
  }

  /** How many streams are on their way here. */
  public int live() {
    return live.size();
  }

  /** A name that nobody can guess. */
  public String newId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  /**
   * Begins a stream on this event loop, which becomes its own. The future completes when the log
   * knows the stream; it fails with an {@code IllegalArgumentException} if the request cannot be
   * put to the provider at all.
   *
   * @param first the reader from the beginning; absent for a stream that nobody waits for
   * @param opening runs what takes long for a large request: writing it, and the log's note
   * @param atEnd what to do when the stream has ended or did not begin, on any thread
   */
  public Future<Void> begin(
      Context context,
      StreamDescription asked,
      Fetch fetch,
      @Nullable Subscriber first,
      Format format,
      Executor opening,
      Consumer<Outcome> atEnd)
      throws TooManyStreamsException {
    if (isStopping) {
      throw new TooManyStreamsException(
          "This gateway is about to stop; ask again, and another answers", /* isStopping= */ true);
    }
    StreamDescription about = asked.on(log.node());
    room.check(about.owner());
    StreamDescription kept = about.withoutMessages();
    var stream =
        new LiveStream(
            kept,
            first == null ? new Loop(context) : first.loop(),
            log,
            appends.get(),
            metrics,
            new StreamRecord(kept, recordings, secrets),
            new EventSieve(secrets),
            limits,
            over -> {
              ended(over);
              atEnd.accept(over.outcome());
            });
    var beginning =
        new StreamBeginning(
            stream,
            about,
            fetch,
            context,
            log,
            failed -> {
              atEnd.accept(failed.outcome());
              live.remove(about.id());
            });
    live.put(about.id(), stream);
    if (first != null) {
      var unused = stream.join(first, format, CatchUp.Wish.ALL);
    }
    opening.execute(() -> beginning.open(room));
    return beginning.known();
  }

  private void ended(LiveStream stream) {
    Verdict verdict = stream.verdict();
    String id = stream.about().id();
    live.remove(id);
    if (verdict != null) {
      metrics.ended(verdict);
    }
    EndLine.say(stream);
  }

  /** Gives a client the rest of a stream, live or not. */
  public void subscribe(
      Summary stream, Subscriber subscriber, Format format, long after, boolean snapshot) {
    subscribe(
        stream, subscriber, format, new CatchUp.Wish(after, snapshot ? new Snapshot() : null));
  }

  /** Gives a client that joins late a summary of what came, and then the rest. */
  public void join(Summary stream, Subscriber subscriber, Format format, LateJoin join) {
    subscribe(stream, subscriber, format, new CatchUp.Wish(0, new JoinedLate(join)));
  }

  private void subscribe(Summary stream, Subscriber subscriber, Format format, CatchUp.Wish wish) {
    LiveStream running = live.get(stream.about().id());
    if (running != null) {
      running.subscribe(subscriber, format, wish);
    } else if (stream.state() == Summary.State.LIVE) {
      follow(stream, subscriber, format, wish);
    } else {
      var catchUp = new CatchUp(log, stream.about(), format, wish, subscriber);
      Thread.ofVirtual().start(catchUp::toEnd);
    }
  }

  /** Lets a client read what another node fetches. On the client's event loop. */
  private void follow(Summary stream, Subscriber subscriber, Format format, CatchUp.Wish wish) {
    String id = stream.about().id();
    RemoteStream followed =
        remote.computeIfAbsent(
            id,
            first -> {
              var begun =
                  new RemoteStream(
                      stream.about(),
                      subscriber.loop(),
                      log,
                      stream.events(),
                      () -> remote.remove(id));
              begun.start();
              return begun;
            });
    followed.subscribe(
        subscriber,
        format,
        wish,
        stream.events(),
        () -> Thread.ofVirtual().start(() -> again(stream, subscriber, format, wish)));
  }

  /**
   * A stream was about to be let go when a client came. Maybe it is over; maybe only its last
   * reader had left, and it goes on: the log knows.
   */
  private void again(Summary before, Subscriber subscriber, Format format, CatchUp.Wish wish) {
    try {
      Summary now = index.find(before.about().id(), before.about().owner()).orElseThrow();
      subscriber.loop().later(() -> subscribe(now, subscriber, format, wish));
    } catch (IOException | NoSuchElementException gone) {
      LOG.log(Level.DEBUG, "A client of stream {0} is lost: {1}", before.about().id(), gone);
      subscriber.drop();
    }
  }

  /** Stops fetching a stream, if it is still being fetched; waits only for other nodes. Blocks. */
  public void cancel(Summary stream) throws IOException {
    LiveStream running = live.get(stream.about().id());
    if (running != null) {
      running.cancel();
    } else {
      cancelAndWait(stream);
    }
  }

  /** Stops fetching a stream, whoever does, and waits until it has ended. Blocks. */
  public void cancelAndWait(Summary stream) throws IOException {
    LiveStream running = live.get(stream.about().id());
    if (running != null) {
      running.cancel();
      StreamLog.await(running.end());
    } else if (stream.state() == Summary.State.LIVE && log.node() != null) {
      StreamLog.await(log.stop(stream.about().id()));
    }
  }

  /**
   * The client that asked for a stream has left, and cannot come back for the rest: after a grace
   * time it is cancelled, unless somebody else reads it.
   */
  public void abandon(String id, Duration grace) {
    LiveStream running = live.get(id);
    if (running != null) {
      running.abandon(grace.toMillis());
    }
  }

  /** Forgets a stream with its recordings; one that is live is cancelled first. Blocks. */
  public void delete(Summary stream) throws IOException {
    cancelAndWait(stream);
    String id = stream.about().id();
    try {
      StreamLog.await(log.delete(id));
    } catch (NoSuchStreamException already) {
      LOG.log(Level.DEBUG, "Stream {0} was gone before it was deleted", id);
    }
    if (recordings != null) {
      recordings.delete(id);
    }
  }

  /** Forgets streams that are past their retention. Blocks. */
  public void expire(Instant now) throws IOException {
    for (String id : StreamLog.await(log.expire(now.minus(limits.retention())))) {
      if (recordings != null) {
        recordings.delete(id);
      }
    }
  }
}
