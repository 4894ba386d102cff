package dev.weir.gateway.stream;

import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.codec.frontend.LateJoin;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamMetrics.Sequence;
import dev.weir.event.StreamMetrics.Tries;
import dev.weir.event.Verdict;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Listing;
import dev.weir.log.StreamLog.State;
import dev.weir.log.StreamLog.StreamInfo;
import dev.weir.log.metrics.MetricsJson;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.EventSieve;
import dev.weir.log.recording.Secrets;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All streams of the gateway: those on their way, and those that the log keeps. Only the log knows
 * the latter; methods that ask it block, and are for virtual threads.
 */
public final class Streams {
  private static final Logger LOG = System.getLogger(Streams.class.getName());
  private static final String ABOUT = "about";
  private static final int ID_BYTES = 16;

  /** A client does not come back to a conversation after this many others. */
  private static final int MOST_SEARCHED = 200;

  private final StreamLog log;
  private final ThreadLocal<LoopAppends> appends;
  private final StreamLimits limits;
  private final GatewayMetrics metrics;
  private final @Nullable Recordings recordings;
  private final Secrets secrets;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, LiveStream> live = new ConcurrentHashMap<>();
  private final Map<String, RemoteStream> remote = new ConcurrentHashMap<>();
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
    metrics.live(live::size);
    log.onStop(id -> {
      LiveStream running = live.get(id);
      if (running != null) {
        running.cancel();
      }
    });
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
    checkRoom(about.owner());
    checkQuota(about.owner());
    var stream =
        new LiveStream(
            about.withoutMessages(),
            context,
            log,
            appends.get(),
            metrics,
            new StreamRecord(about.withoutMessages(), recordings, secrets),
            new EventSieve(secrets),
            limits,
            over -> {
              ended(over);
              atEnd.accept(over.outcome());
            });
    Promise<Void> known = Promise.promise();
    stream.onKnown(known::complete);
    live.put(about.id(), stream);
    if (first != null) {
      var unused = stream.join(first, format, CatchUp.Wish.ALL);
    }
    opening.execute(() -> open(stream, about, fetch, context, known, atEnd));
    return known.future();
  }

  /** Asks the provider. What it says waits until the log is told what the stream is about. */
  private void open(
      LiveStream stream,
      StreamDescription about,
      Fetch fetch,
      Context context,
      Promise<Void> known,
      Consumer<Outcome> atEnd) {
    try {
      String text = about.toText();
      if (limits.maxLivePerOwner() < limits.maxLive() && log.node() != null) {
        checkAllNodes(stream, about, text, fetch, context, known, atEnd);
        return;
      }
      ask(stream, about, text, fetch, context, known, atEnd);
    } catch (IllegalArgumentException | OutOfMemoryError refused) {
      context.runOnContext(v -> notBegun(stream, refused, known, atEnd));
    }
  }

  /** No owner may have more streams on all nodes together than on one. */
  private void checkAllNodes(
      LiveStream stream,
      StreamDescription about,
      String text,
      Fetch fetch,
      Context context,
      Promise<Void> known,
      Consumer<Outcome> atEnd) {
    var unused =
        log.open(about.owner())
            .whenComplete((open, failed) -> {
              if (failed != null) {
                context.runOnContext(v -> notBegun(stream, failed, known, atEnd));
              } else if (open >= limits.maxLivePerOwner()) {
                context.runOnContext(v -> notBegun(stream, tooMany(open), known, atEnd));
              } else {
                ask(stream, about, text, fetch, context, known, atEnd);
              }
            });
  }

  private static TooManyStreamsException tooMany(long own) {
    return new TooManyStreamsException(
        "You have %,d live streams, which is the limit (gateway.max-live-per-owner); cancel one or wait"
            .formatted(own));
  }

  private void ask(
      LiveStream stream,
      StreamDescription about,
      String text,
      Fetch fetch,
      Context context,
      Promise<Void> known,
      Consumer<Outcome> atEnd) {
    try {
      stream.fetchedBy(fetch.open(stream));
      var unused =
          log.begin(about.id(), about.owner(), about.withoutMessages().toText())
              .thenCombine(log.note(about.id(), ABOUT, text), (began, noted) -> noted)
              .whenComplete((position, failed) ->
                  context.runOnContext(v -> noted(stream, failed, known, atEnd)));
      stream.flow();
    } catch (IllegalArgumentException | OutOfMemoryError refused) {
      context.runOnContext(v -> notBegun(stream, refused, known, atEnd));
    } catch (RuntimeException failed) {
      LOG.log(Level.ERROR, "Stream %s could not begin".formatted(about.id()), failed);
      context.runOnContext(v -> notBegun(stream, failed, known, atEnd));
    }
  }

  private void noted(
      LiveStream stream, @Nullable Throwable failed, Promise<Void> known, Consumer<Outcome> atEnd) {
    if (failed == null) {
      stream.known();
    } else {
      notBegun(stream, failed, known, atEnd);
    }
  }

  private void notBegun(
      LiveStream stream, Throwable failed, Promise<Void> known, Consumer<Outcome> atEnd) {
    stream.neverBegan();
    atEnd.accept(stream.outcome());
    live.remove(stream.about().id());
    Throwable cause = failed.getCause();
    known.fail(failed instanceof CompletionException && cause != null ? cause : failed);
  }

  private void checkRoom(String owner) throws TooManyStreamsException {
    if (live.size() >= limits.maxLive()) {
      throw new TooManyStreamsException(
          "%,d streams are live, which is the limit (gateway.max-live); try again later"
              .formatted(limits.maxLive()));
    }
    if (limits.maxLivePerOwner() < limits.maxLive()) {
      long own = live.values().stream().filter(s -> s.about().owner().equals(owner)).count();
      if (own >= limits.maxLivePerOwner()) {
        throw tooMany(own);
      }
    }
  }

  /** Checks what the log knows without waiting; a log that must be asked first lets it pass. */
  private void checkQuota(String owner) throws TooManyStreamsException {
    long kept = log.bytes(owner).getNow(0L);
    if (kept >= limits.maxKeptPerOwner()) {
      throw new TooManyStreamsException(
          "Your streams take %,d MB, and the limit is %,d MB; the oldest expire after %s"
              .formatted(kept >> 20, limits.maxKeptPerOwner() >> 20, days(limits.retention())));
    }
  }

  private static String days(Duration time) {
    return time.toHours() < 48 ? time.toHours() + " hours" : time.toDays() + " days";
  }

  private void ended(LiveStream stream) {
    Verdict verdict = stream.verdict();
    String id = stream.about().id();
    live.remove(id);
    if (verdict != null) {
      metrics.ended(verdict);
    }
    for (MetricsRecord pass : stream.passes()) {
      metrics.operation(pass, stream.about().model());
    }
    say(stream);
  }

  /** One line for each stream: at a level that is shown if something went wrong on the way. */
  private static void say(LiveStream stream) {
    List<Tries> passes = stream.tries();
    String lost = lost(stream.passes()) + lostFields(stream.lost());
    boolean isQuiet = lost.isEmpty() && passes.stream().allMatch(pass -> pass.problems().isEmpty());
    LOG.log(
        isQuiet ? Level.DEBUG : Level.INFO,
        "Stream {0}: {1} of {2}; passes: {3}, tries: {4}, requests: {5}{6}",
        stream.about().id(),
        stream.verdict(),
        stream.about().provider(),
        passes.size(),
        passes.stream().mapToInt(Tries::count).sum(),
        passes.stream().map(Tries::requestId).filter(Objects::nonNull).toList(),
        lost);
  }

  private static String lostFields(List<RequestLoss> lost) {
    return lost.isEmpty() ? "" : ", lost of the request: " + LostFields.inHeader(lost);
  }

  private static String lost(List<MetricsRecord> passes) {
    List<Sequence> gaps =
        passes.stream()
            .map(pass -> pass.metrics().sequence())
            .filter(Objects::nonNull)
            .filter(s -> s.gaps() > 0)
            .toList();
    return gaps.isEmpty()
        ? ""
        : ", chunks lost: %,d, texts repaired: %,d, gaps left: %,d"
            .formatted(
                gaps.stream().mapToLong(Sequence::lost).sum(),
                gaps.stream().mapToLong(Sequence::repaired).sum(),
                gaps.stream().mapToLong(Sequence::unrepaired).sum());
  }

  /** A stream of that owner; nobody else learns that it exists. Blocks. */
  public Optional<Summary> find(String id, String owner) throws IOException {
    LiveStream running = live.get(id);
    if (running != null) {
      return running.about().owner().equals(owner)
          ? Optional.of(Summary.of(running))
          : Optional.empty();
    }
    try {
      StreamInfo info = StreamLog.await(log.info(id));
      return info.owner().equals(owner) ? summary(info) : Optional.empty();
    } catch (NoSuchStreamException unknown) {
      return Optional.empty();
    }
  }

  /**
   * Some streams of an owner.
   *
   * @param next where the list continues; absent if there are no more
   */
  public record Listed(List<Summary> streams, @Nullable String next) {}

  /**
   * The streams of an owner, newest first. Blocks.
   *
   * @param from where the previous list ended; absent for the first
   * @throws IllegalArgumentException if no list went on there
   */
  public Listed list(String owner, @Nullable String from, int most) throws IOException {
    Listing listing = StreamLog.await(log.list(owner, from, most));
    List<Summary> found = new ArrayList<>();
    for (StreamInfo info : listing.streams()) {
      LiveStream running = live.get(info.stream());
      if (running != null) {
        found.add(Summary.of(running));
      } else {
        summary(info).ifPresent(found::add);
      }
    }
    return new Listed(found, listing.next());
  }

  /** What the log says about a stream; nothing if it cannot be understood. */
  private Optional<Summary> summary(StreamInfo info) throws IOException {
    StreamDescription about;
    try {
      about = StreamDescription.parse(info.about());
    } catch (JsonException wrong) {
      LOG.log(Level.WARNING, "Stream {0} cannot be read: {1}", info.stream(), wrong.getMessage());
      return Optional.empty();
    }
    if (info.state() == State.OPEN) {
      return Optional.of(new Summary(about, Summary.State.LIVE, null, info.events()));
    }
    Verdict verdict = verdict(info);
    return Optional.of(
        verdict == null
            ? new Summary(about, Summary.State.CUT, Verdict.TRUNCATED, info.events())
            : new Summary(about, Summary.State.ENDED, verdict, info.events()));
  }

  /** How a stream ended; absent if it did not. */
  private @Nullable Verdict verdict(StreamInfo info) throws IOException {
    for (Verdict verdict : Verdict.values()) {
      if (verdict.name().equals(info.outcome())) {
        return verdict;
      }
    }
    // Its writer was gone before it could say so, or was of a version that did not say it.
    if (info.events() == 0) {
      return null;
    }
    StreamEvent last =
        StreamLog.await(log.read(info.stream(), info.events() - 1, 1)).events().getFirst();
    return last instanceof ResponseEnd end ? end.verdict() : null;
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

  /** Lets a client read what another node fetches. On an event loop. */
  private void follow(Summary stream, Subscriber subscriber, Format format, CatchUp.Wish wish) {
    String id = stream.about().id();
    Context context = Objects.requireNonNull(Vertx.currentContext());
    RemoteStream followed =
        remote.computeIfAbsent(
            id,
            first -> {
              var begun =
                  new RemoteStream(
                      stream.about(), context, log, stream.events(), () -> remote.remove(id));
              begun.start();
              return begun;
            });
    followed.subscribe(
        subscriber,
        format,
        wish,
        stream.events(),
        () ->
            Thread.ofVirtual()
                .start(() -> new CatchUp(log, stream.about(), format, wish, subscriber).toEnd()));
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

  /** The last stream of a conversation that a front end keeps, while it is live. Blocks. */
  public Optional<Summary> findLive(String conversation, String owner) throws IOException {
    Optional<Summary> here =
        live.values().stream()
            .filter(stream ->
                isIn(stream.about(), conversation) && stream.about().owner().equals(owner))
            .max(Comparator.comparing(stream -> stream.about().startedAt()))
            .map(Summary::of);
    return here.isPresent() || log.node() == null
        ? here
        : kept(conversation, owner).filter(stream -> stream.state() == Summary.State.LIVE);
  }

  /** The same, live or not, among the last streams of that owner. Blocks. */
  public Optional<Summary> findLast(String conversation, String owner) throws IOException {
    Optional<Summary> running = findLive(conversation, owner);
    return running.isPresent() ? running : kept(conversation, owner);
  }

  private Optional<Summary> kept(String conversation, String owner) throws IOException {
    return list(owner, /* from= */ null, MOST_SEARCHED).streams().stream()
        .filter(stream -> isIn(stream.about(), conversation))
        .findFirst();
  }

  private static boolean isIn(StreamDescription about, String conversation) {
    return about.conversation() != null && about.conversation().id().equals(conversation);
  }

  /** What people said about a stream under a name; absent if nothing. Blocks. */
  public @Nullable String remark(String id, String name) throws IOException {
    try {
      return StreamLog.await(log.readNote(id, name));
    } catch (NoSuchStreamException gone) {
      return null;
    }
  }

  /** Keeps what people say about a stream, live or not. Blocks. */
  public void remark(String id, String name, String text) throws IOException {
    StreamLog.await(log.remark(id, name, text));
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

  /** The streams of an owner that are on their way. */
  public List<Summary> live(String owner) {
    return live.values().stream()
        .filter(stream -> stream.about().owner().equals(owner))
        .map(Summary::of)
        .toList();
  }

  /** What a stream was about, with all that was asked. Blocks. */
  public StreamDescription about(Summary stream) throws IOException {
    String text = StreamLog.await(log.readNote(stream.about().id(), ABOUT));
    if (text == null) {
      throw new NoSuchStreamException(stream.about().id());
    }
    return StreamDescription.parse(text);
  }

  /** Every event so far, with the end that is missing if its writer is gone. Blocks. */
  public List<StreamEvent> events(Summary stream) throws IOException {
    List<StreamEvent> events = new ArrayList<>();
    StreamDescription about = stream.about();
    Fold all = about.inTodaysWords((event, at) -> events.add(event));
    if (stream.state() == Summary.State.LIVE) {
      KeptStream.readTo(log, about.id(), stream.events(), all::accept);
    } else {
      KeptStream.readAll(log, about.id(), about.startedAt().toEpochMilli(), all::accept);
    }
    return events;
  }

  /** Every event of a stream that has ended. Blocks. */
  public List<StreamEvent> events(StreamDescription about) throws IOException {
    List<StreamEvent> events = new ArrayList<>();
    KeptStream.readAll(
        log,
        about.id(),
        about.startedAt().toEpochMilli(),
        about.inTodaysWords((event, at) -> events.add(event))::accept);
    return events;
  }

  /** What a stream amounts to so far. Blocks. */
  public Response response(Summary stream) throws IOException {
    var assembler = new ResponseAssembler();
    events(stream).forEach(assembler::accept);
    return assembler.response();
  }

  /** What each pass took so far. Blocks. */
  public List<Tries> tries(Summary stream) throws IOException {
    LiveStream running = live.get(stream.about().id());
    return running != null
        ? running.tries()
        : metrics(stream).stream().map(pass -> MetricsJson.tries(pass.get("tries"))).toList();
  }

  /** What was measured of each pass, as JSON; nothing before a stream has ended. Blocks. */
  public List<Json> metrics(Summary stream) throws IOException {
    String text = StreamLog.await(log.readNote(stream.about().id(), EndNote.NAME));
    return text == null ? List.of() : EndNote.parse(text).metrics();
  }

  /** What a live stream waits for; absent if it does not wait. */
  public @Nullable Waiting waiting(Summary stream) {
    LiveStream running = live.get(stream.about().id());
    return running == null ? null : running.waiting();
  }

  /**
   * Until when the provider of a stream that has ended asked to be left alone, in epoch
   * milliseconds; absent if it did not. Blocks.
   */
  public @Nullable Long retryAtMillis(Summary stream) throws IOException {
    String text = StreamLog.await(log.readNote(stream.about().id(), EndNote.NAME));
    return text == null ? null : EndNote.parse(text).retryAtMillis();
  }

  /** What a live stream's request lost in the provider's dialect; nothing if it is not live. */
  public List<RequestLoss> lostLive(String id) {
    LiveStream running = live.get(id);
    return running == null ? List.of() : running.lost();
  }

  /** What a stream's request lost in the provider's dialect. Blocks unless it is live. */
  public List<RequestLoss> lost(String id) throws IOException {
    LiveStream running = live.get(id);
    if (running != null) {
      return running.lost();
    }
    String text = StreamLog.await(log.readNote(id, EndNote.NAME));
    return text == null ? List.of() : EndNote.parse(text).lost();
  }

  /** The recording of a pass; absent if there is none. */
  public @Nullable Path recording(Summary stream, int pass) {
    return recordings == null ? null : recordings.file(stream.about().id(), pass);
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
