package dev.weir.gateway;

import dev.weir.client.transport.Transport;
import dev.weir.gateway.http.HttpFront;
import dev.weir.gateway.loop.GatewayLoops;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.security.GuardedPath;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.gateway.stream.Recordings;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.transport.VertxTransport;
import dev.weir.log.StreamLog;
import dev.weir.log.recording.Secrets;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The server: clients ask over HTTP, providers answer, and every answer can be read again from any
 * frame on, by those who asked.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Gateway.class.getName());

  private static final long DRAIN_PAUSE_MILLIS = 50;
  private static final long EXPIRY_MILLIS = Duration.ofMinutes(10).toMillis();

  private static final int LOOPS = Runtime.getRuntime().availableProcessors();

  /** What was made for the next start, or is being made. */
  private static final AtomicReference<@Nullable CompletableFuture<Vertx>> PREPARED =
      new AtomicReference<>();

  private final Vertx vertx;
  private final StreamLog log;
  private final @Nullable Recordings recordings;
  private final VertxTransport transport;
  private final GatewayMetrics metrics = new GatewayMetrics();
  private int port;
  private List<GuardedPath> routes = List.of();
  private @Nullable Streams streams;

  private Gateway(
      Vertx vertx, StreamLog log, @Nullable Recordings recordings, VertxTransport transport) {
    this.vertx = vertx;
    this.log = log;
    this.recordings = recordings;
    this.transport = transport;
  }

  /**
   * Makes in the background what every gateway needs, for a process that will start one as soon as
   * it has read what it is to do: the next start takes it. Returns at once.
   */
  public static void prepare() {
    Thread.Builder beside = Thread.ofPlatform().daemon().name("weir-prepare");
    PREPARED.set(CompletableFuture.supplyAsync(Gateway::newVertx, beside::start));
  }

  private static Vertx vertx() {
    CompletableFuture<Vertx> prepared = PREPARED.getAndSet(null);
    return prepared == null ? newVertx() : prepared.join();
  }

  private static Vertx newVertx() {
    return GatewayLoops.vertx(LOOPS);
  }

  /**
   * Starts to listen; returns when clients can connect.
   *
   * @param offers what clients may ask for, given the way to providers
   * @throws IOException if the log cannot be opened or the address cannot be listened on
   */
  public static Gateway start(GatewayOptions wanted, Function<Transport, Catalog> offers)
      throws IOException {
    Descriptors.prepare();
    GatewayOptions options = Descriptors.ofThisProcess().fitted(wanted);
    StreamLog log = options.log().open();
    Recordings recordings =
        options.recordings() == null
            ? null
            : new Recordings(options.recordings(), Secrets.of(options.secrets()));
    Vertx vertx = vertx();
    var gateway = new Gateway(vertx, log, recordings, new VertxTransport(vertx));
    try {
      gateway.listen(options, offers.apply(gateway.transport));
      return gateway;
    } catch (IOException | RuntimeException failed) {
      gateway.close();
      throw failed;
    }
  }

  private void listen(GatewayOptions options, Catalog offers) throws IOException {
    metrics.models(
        offers.providers().stream()
            .collect(
                Collectors.toMap(CatalogEntry::name, o -> Set.copyOf(o.models()), (a, b) -> a)));
    Streams all =
        new Streams(
            log, options.streamLimits(), metrics, recordings, Secrets.of(options.secrets()));
    streams = all;
    Catalog measured = offers.withTools(metrics.measured(offers.tools()));
    var front =
        new HttpFront(vertx, all, measured, options.requestLimits(), options.doors(), metrics);
    routes = front.routes();
    port = await(front.listen(options.address(), LOOPS, options::access), options);
    vertx.setPeriodic(EXPIRY_MILLIS, tick -> Thread.ofVirtual().start(() -> expire(all)));
  }

  private static <T> T await(Future<T> future, GatewayOptions options) throws IOException {
    try {
      return future.await(30, TimeUnit.SECONDS);
    } catch (Exception failed) {
      // Why a port was refused is thrown as it is, checked or not.
      throw cannotListen(options, failed);
    }
  }

  private static IOException cannotListen(GatewayOptions options, Exception why) {
    Throwable cause = why.getCause() == null ? why : why.getCause();
    boolean isTaken = cause instanceof BindException || why instanceof BindException;
    String remedy =
        isTaken || options.address().certificate() == null
            ? "choose another port or stop what uses it"
            : "is %s a certificate in PEM, and %s its private key?"
                .formatted(options.address().certificate(), options.address().privateKey());
    return new IOException(
        "Cannot listen on %s:%d: %s; %s"
            .formatted(
                options.address().host(), options.address().port(), cause.getMessage(), remedy),
        why);
  }

  private static void expire(Streams streams) {
    try {
      streams.expire(Instant.now());
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "Old streams could not be deleted", failed);
    }
  }

  public int port() {
    return port;
  }

  /** Every route that there is. */
  public List<GuardedPath> routes() {
    return routes;
  }

  /**
   * Lets no more streams begin, and waits until those that are live have ended, but not longer than
   * that. Readers can go on reading. Blocks.
   */
  public void drain(Duration most) {
    Streams all = streams;
    if (all == null) {
      return;
    }
    all.stop();
    long until = System.nanoTime() + most.toNanos();
    try {
      while (all.live() > 0 && System.nanoTime() < until) {
        Thread.sleep(DRAIN_PAUSE_MILLIS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    if (all.live() > 0) {
      LOG.log(Level.INFO, "{0} streams are still live, and will be cut", all.live());
    }
  }

  /** Stops. Live streams are cut, as after a crash: the next start says so. */
  @Override
  public void close() {
    transport.close();
    try {
      vertx.close().await(10, TimeUnit.SECONDS);
    } catch (TimeoutException | RuntimeException slow) {
      // Vert.x throws whatever went wrong; the rest is closed all the same.
      LOG.log(Level.WARNING, "The server did not close in time", slow);
    }
    if (recordings != null) {
      recordings.close();
    }
    try {
      log.close();
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "The log could not be closed", failed);
    }
  }
}
