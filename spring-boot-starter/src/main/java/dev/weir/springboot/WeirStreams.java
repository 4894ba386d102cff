package dev.weir.springboot;

import dev.weir.client.EventStream;
import dev.weir.client.Weir;
import dev.weir.codec.request.Request;
import dev.weir.log.StreamLog;
import dev.weir.log.recording.EventSieve;
import dev.weir.log.recording.Secrets;
import dev.weir.springboot.WeirProperties.Streams;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.scheduler.Schedulers;

/**
 * Serves answers as server-sent events from a controller, with Spring MVC and with WebFlux, to
 * front ends that may lose their connection.
 *
 * <p>An answer goes into the log first, and from there to whoever reads it: a reader that returns
 * with its last event id gets exactly the rest, and one that comes later all of it. An answer that
 * nobody reads any more is cancelled after a while. What a reader does not take is not read ahead.
 *
 * <p>Ids cannot be guessed, but whoever has one may read: who may is the controller's to decide.
 */
public final class WeirStreams implements AutoCloseable {
  /** Says in the http response by which id the stream can be resumed. */
  public static final String ID_HEADER = "Weir-Stream-Id";

  private static final long EXPIRY_MILLIS = 60_000;

  private final Weir weir;
  private final StreamLog log;
  private final Supplier<Secrets> secrets;
  private final Streams settings;
  private final Map<String, LiveAnswer> live = new ConcurrentHashMap<>();
  private final AtomicReference<Instant> expired = new AtomicReference<>(Instant.EPOCH);

  WeirStreams(Weir weir, StreamLog log, Supplier<Secrets> secrets, Streams settings) {
    this.weir = weir;
    this.log = log;
    this.secrets = secrets;
    this.settings = settings;
  }

  /**
   * Asks, and serves the answer.
   *
   * @throws IllegalArgumentException if the request cannot be put to the provider at all
   */
  public ResponseEntity<Flux<ServerSentEvent<String>>> serve(Request request, StreamFormat format) {
    return serve(weir, request, format);
  }

  /**
   * As {@link #serve(Request, StreamFormat)}, with another {@link Weir}, such as one with tools.
   */
  public ResponseEntity<Flux<ServerSentEvent<String>>> serve(
      Weir asked, Request request, StreamFormat format) {
    return read(begin(asked, request), /* lastEventId= */ null, format);
  }

  /**
   * Asks without a reader. The answer goes on until it ends or {@link #cancel} is called; only the
   * leaving of its last reader may cancel it too.
   *
   * @return the id by which it can be read
   * @throws IllegalArgumentException if the request cannot be put to the provider at all
   */
  public String begin(Weir asked, Request request) {
    String id = UUID.randomUUID().toString().replace("-", "");
    EventStream events = asked.stream(request);
    var answer = new LiveAnswer(id, log, events, new EventSieve(secrets.get()));
    live.put(id, answer);
    Thread.ofVirtual()
        .name("weir-stream-" + id)
        .start(() -> {
          try {
            answer.fetch();
          } finally {
            live.remove(id);
          }
        });
    expire();
    return id;
  }

  /** As {@link #begin(Weir, Request)}, with the application's own {@link Weir}. */
  public String begin(Request request) {
    return begin(weir, request);
  }

  /**
   * Serves what a reader lacks of a stream, live or over. An id that is not known is answered with
   * 404, a last event id that cannot be one with 400, one that the stream has not reached with 409.
   *
   * @param lastEventId the last id that the reader has, as its browser says it in {@code
   *     Last-Event-ID}; absent for none
   */
  public ResponseEntity<Flux<ServerSentEvent<String>>> read(
      String id, @Nullable String lastEventId, StreamFormat format) {
    var response =
        ResponseEntity.ok()
            .contentType(MediaType.TEXT_EVENT_STREAM)
            .header("Cache-Control", "no-cache, no-store, no-transform")
            .header("X-Accel-Buffering", "no")
            .header(ID_HEADER, id);
    format.headers().forEach(response::header);
    return response.body(frames(id, lastEventId, format));
  }

  private Flux<ServerSentEvent<String>> frames(
      String id, @Nullable String lastEventId, StreamFormat format) {
    String last = lastEventId == null || lastEventId.isBlank() ? "0" : lastEventId;
    if (!last.matches("\\d{1,18}")) {
      // Not at once: after a request that fails at once, Reactor Netty 1.3.7 may not read from its
      // connection again (reactor-netty issue 4361).
      return Flux.<ServerSentEvent<String>>error(
              new ResponseStatusException(
                  HttpStatus.BAD_REQUEST,
                  "The last event id is a number of ours, saw \"%s\"".formatted(last)))
          .subscribeOn(Schedulers.parallel());
    }
    long after = Long.parseLong(last);
    return Flux.create(
        client -> follow(client, id, format, after), FluxSink.OverflowStrategy.BUFFER);
  }

  private void follow(
      FluxSink<ServerSentEvent<String>> client, String id, StreamFormat format, long after) {
    var reader = new FrameReader(client, log, id, format, after);
    LiveAnswer answer = live.get(id);
    if (answer != null) {
      answer.joined();
    }
    Disposable beat =
        Schedulers.parallel()
            .schedulePeriodically(
                reader::beat,
                settings.beat().toMillis(),
                settings.beat().toMillis(),
                TimeUnit.MILLISECONDS);
    client.onRequest(more -> reader.wanted());
    var following = new CompletableFuture<StreamLog.Following>();
    client.onDispose(() -> {
      beat.dispose();
      reader.leave();
      var unused = following.thenAccept(StreamLog.Following::close);
      if (answer != null && answer.left()) {
        abandon(answer);
      }
    });
    CompletableFuture<?> begun =
        answer == null ? CompletableFuture.completedFuture(null) : answer.begun();
    var unused =
        begun.whenComplete(
            (position, failed) -> following.complete(log.follow(id, /* position= */ 0, reader)));
  }

  private void abandon(LiveAnswer answer) {
    Runnable cancelUnread =
        () -> {
          if (!answer.isRead()) {
            answer.cancel();
          }
        };
    if (settings.grace().isZero()) {
      cancelUnread.run();
    } else {
      var unused =
          Schedulers.parallel()
              .schedule(cancelUnread, settings.grace().toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Cancels an answer that is on its way here; its readers get its end. */
  public void cancel(String id) {
    Optional.ofNullable(live.get(id)).ifPresent(LiveAnswer::cancel);
  }

  /** Forgets what is older than it need be, now and then. */
  private void expire() {
    Instant now = Instant.now();
    Instant last = expired.get();
    if (last.plusMillis(EXPIRY_MILLIS).isBefore(now) && expired.compareAndSet(last, now)) {
      var unused = log.expire(now.minus(settings.keep()));
    }
  }

  /** Cancels what is on its way, and waits until the log knows how it ended. */
  @Override
  public void close() {
    List<LiveAnswer> open = List.copyOf(live.values());
    open.forEach(LiveAnswer::cancel);
    open.forEach(answer -> answer.over().join());
  }
}
