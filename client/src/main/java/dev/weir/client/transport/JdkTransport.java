package dev.weir.client.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Sends over the JDK's HttpClient, so that a library user needs nothing else.
 *
 * <p>A slow sink keeps the slice that it has, one more, and whatever the socket holds. Sinks are
 * called on virtual threads and may block. Redirects are not followed, because the key would follow
 * them. Unencrypted connections speak HTTP/1.1, encrypted ones HTTP/2 where the server can: any
 * number of streams, over as many connections as the server's limit asks for.
 */
public final class JdkTransport implements Transport {
  private static final List<String> SET_BY_THE_CLIENT = List.of("host", "content-length");

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<Duration, HttpClient> shared = new ConcurrentHashMap<>();
  private final Map<Origin, Lanes> origins = new ConcurrentHashMap<>();
  private final TransportOptions options;
  private final Clients clients;

  /** Connects as {@link TransportOptions#DEFAULT} says. */
  public JdkTransport() {
    this(TransportOptions.DEFAULT);
  }

  /** Connects as these options say. */
  public JdkTransport(TransportOptions options) {
    this.options = options;
    this.clients = new Clients(options, threads);
  }

  @Override
  public Exchange send(HttpCall call, Sink sink) {
    var exchange = new JdkExchange(sink, JdkTransport::onThread);
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
    } catch (UncheckedIOException noClient) {
      exchange.fail(ConnectionException.of(call, noClient));
    }
    return exchange;
  }

  /** None is refused, so that even the sinks of a transport that is being closed are told. */
  private static void onThread(Runnable task) {
    Thread.ofVirtual().name("weir-stream").start(task);
  }

  /** The connect timeout is a setting of a whole JDK client, so there is one client for each. */
  private HttpClient client(Duration connectTimeout) {
    return shared.computeIfAbsent(connectTimeout, clients::make);
  }

  private Lanes lanes(HttpCall call) {
    Duration timeout = call.connectTimeout();
    return origins.computeIfAbsent(
        new Origin(call.url().getAuthority(), timeout),
        origin ->
            new Lanes(
                client(timeout), () -> clients.make(timeout), options.streamsPerConnection()));
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
    shared.values().forEach(HttpClient::shutdownNow);
    origins.values().forEach(Lanes::close);
    threads.shutdown();
  }

  /** Where an encrypted connection goes, and how long it may take. */
  private record Origin(String authority, Duration connectTimeout) {}
}
