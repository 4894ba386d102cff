package dev.weir.client.transport;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends over the JDK's HttpClient, so that a library user needs nothing else.
 *
 * <p>Slices are asked for one by one: a slow sink keeps one slice and whatever the socket holds, no
 * more. Sinks are called on virtual threads and may block. Redirects are not followed, because the
 * key would follow them. Unencrypted connections speak HTTP/1.1, encrypted ones HTTP/2 where the
 * server can: any number of streams, over as many connections as the server's limit asks for.
 */
public final class JdkTransport implements Transport {
  private static final List<String> SET_BY_THE_CLIENT = List.of("host", "content-length");

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<Duration, HttpClient> clients = new ConcurrentHashMap<>();
  private final Map<Origin, Lanes> origins = new ConcurrentHashMap<>();
  private final TransportOptions options;

  public JdkTransport() {
    this(TransportOptions.DEFAULT);
  }

  public JdkTransport(TransportOptions options) {
    this.options = options;
  }

  @Override
  public Exchange send(HttpCall call, Sink sink) {
    var exchange = new JdkExchange(sink);
    try {
      HttpRequest request = request(call);
      boolean isHttp2 = request.version().equals(Optional.of(HttpClient.Version.HTTP_2));
      CompletableFuture<?> sent =
          isHttp2
              ? lanes(call).send(request, exchange::headers)
              : client(call.connectTimeout()).sendAsync(request, exchange::headers);
      exchange.sent(call, sent);
    } catch (IllegalArgumentException refused) {
      // The JDK's message may contain the header's value.
      exchange.fail(
          new IOException("Cannot send %s: a header or the address is malformed".formatted(call)));
    }
    return exchange;
  }

  /** The connect timeout is a setting of a whole JDK client, so there is one client for each. */
  private HttpClient client(Duration connectTimeout) {
    return clients.computeIfAbsent(connectTimeout, this::newClient);
  }

  private HttpClient newClient(Duration connectTimeout) {
    var client =
        HttpClient.newBuilder()
            .executor(threads)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(connectTimeout);
    SSLContext trust = options.trust();
    if (trust != null) {
      client.sslContext(trust);
    }
    ProxySelector proxy = options.proxy();
    if (proxy != null) {
      client.proxy(proxy);
    }
    return client.build();
  }

  private Lanes lanes(HttpCall call) {
    Duration timeout = call.connectTimeout();
    return origins.computeIfAbsent(
        new Origin(call.url().getAuthority(), timeout),
        origin ->
            new Lanes(client(timeout), () -> newClient(timeout), options.streamsPerConnection()));
  }

  private HttpRequest request(HttpCall call) {
    boolean isEncrypted = "https".equals(call.url().getScheme());
    var request =
        HttpRequest.newBuilder(call.url())
            .version(isEncrypted ? options.version() : HttpClient.Version.HTTP_1_1)
            .method(
                call.method(),
                call.body().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(call.body()));
    call.headers()
        .forEach((name, value) -> {
          if (!SET_BY_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
            request.setHeader(name, value);
          }
        });
    return request.build();
  }

  /** Ends what is under way, and tells every waiting sink. */
  @Override
  public void close() {
    clients.values().forEach(HttpClient::shutdownNow);
    origins.values().forEach(Lanes::close);
    threads.shutdown();
  }

  /** Where an encrypted connection goes, and how long it may take. */
  private record Origin(String authority, Duration connectTimeout) {}

  /** One exchange: the JDK's subscriber on one side, our sink on the other. */
  private static final class JdkExchange implements Exchange, BodySubscriber<@Nullable Void> {
    private final Sink sink;
    private final AtomicBoolean over = new AtomicBoolean();
    private final CompletableFuture<@Nullable Void> body = new CompletableFuture<>();
    private final Demand demand = new Demand(this::ask);
    private volatile @Nullable CompletableFuture<?> sent;
    private volatile Flow.@Nullable Subscription subscription;

    JdkExchange(Sink sink) {
      this.sink = sink;
    }

    void sent(HttpCall call, CompletableFuture<?> whole) {
      sent = whole;
      if (over.get()) {
        cancelBelow();
      }
      var unused =
          whole.whenComplete((done, problem) -> {
            if (problem != null) {
              fail(translated(call, problem));
            }
          });
    }

    private static IOException translated(HttpCall call, Throwable problem) {
      Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
      return ConnectionException.of(call, cause == null ? problem : cause);
    }

    BodySubscriber<@Nullable Void> headers(ResponseInfo info) {
      if (!over.get()) {
        Map<String, String> headers = new TreeMap<>();
        info.headers()
            .map()
            .forEach((name, values) ->
                headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        headers.remove(":status");
        sink.headers(info.statusCode(), headers);
      }
      return this;
    }

    @Override
    public CompletionStage<@Nullable Void> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
      subscription = newSubscription;
      if (over.get()) {
        cancelBelow();
      } else {
        demand.next();
      }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      if (over.get()) {
        return;
      }
      int length = buffers.stream().mapToInt(ByteBuffer::remaining).sum();
      byte[] slice = new byte[length];
      int at = 0;
      for (ByteBuffer buffer : buffers) {
        int n = buffer.remaining();
        buffer.get(slice, at, n);
        at += n;
      }
      if (length > 0) {
        sink.slice(slice);
      }
      demand.next();
    }

    private void ask() {
      Flow.Subscription known = subscription;
      if (known != null) {
        known.request(1);
      }
    }

    @Override
    public void onError(Throwable problem) {
      // The whole exchange fails with it, and reports it.
      body.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
      body.complete(null);
      if (over.compareAndSet(false, true)) {
        sink.end();
      }
    }

    void fail(IOException problem) {
      if (over.compareAndSet(false, true)) {
        sink.failed(problem);
      }
    }

    @Override
    public void cancel() {
      if (over.compareAndSet(false, true)) {
        cancelBelow();
      }
    }

    /**
     * Once the body has begun only its subscription is cancelled. Cancelling the whole exchange
     * closes its connection whatever has become of it: at the end of the body the JDK gives the
     * connection to the next call before we hear of the end. A body that begins meanwhile finds
     * that the exchange is over, and cancels its own subscription.
     *
     * <p>No lock is held: the JDK holds one of its own when it calls us, and takes it when we call.
     */
    private void cancelBelow() {
      Flow.Subscription begun = subscription;
      CompletableFuture<?> whole = sent;
      if (begun != null) {
        begun.cancel();
        // Nobody else will complete it, and the JDK keeps what is not completed.
        body.completeExceptionally(new CancellationException("The exchange was cancelled"));
      } else if (whole != null) {
        whole.cancel(true);
      }
    }

    @Override
    public void pause() {
      demand.pause();
    }

    @Override
    public void resume() {
      demand.resume();
    }
  }
}
