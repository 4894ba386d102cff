package dev.weir.client.transport;

import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** How {@link JdkTransport} connects. Immutable: each method returns new options. */
public final class TransportOptions {
  /** What {@link #withClients} is called in what is said of it. */
  static final String WITH_CLIENTS = "TransportOptions.withClients";

  /** As many streams as RFC 9113 asks every server to take on one connection. */
  private static final int USUAL_STREAMS = 100;

  /** What the JDK trusts, the proxy that the system has, and HTTP/2 where a server can. */
  public static final TransportOptions DEFAULT =
      new TransportOptions(
          null, null, HttpClient.Version.HTTP_2, USUAL_STREAMS, HttpClient.Builder::build);

  private final @Nullable SSLContext trust;
  private final @Nullable ProxySelector proxy;
  private final HttpClient.Version version;
  private final int streamsPerConnection;
  private final Function<? super HttpClient.Builder, ? extends HttpClient> clients;

  private TransportOptions(
      @Nullable SSLContext trust,
      @Nullable ProxySelector proxy,
      HttpClient.Version version,
      int streamsPerConnection,
      Function<? super HttpClient.Builder, ? extends HttpClient> clients) {
    this.trust = trust;
    this.proxy = proxy;
    this.version = version;
    this.streamsPerConnection = streamsPerConnection;
    this.clients = clients;
  }

  /** Trusts what the caller trusts, such as the certificate of a company's proxy. */
  public TransportOptions withTrust(SSLContext other) {
    return new TransportOptions(other, proxy, version, streamsPerConnection, clients);
  }

  /** Goes through the proxies that it names: {@code ProxySelector.of(address)} for a single one. */
  public TransportOptions withProxy(ProxySelector other) {
    return new TransportOptions(trust, other, version, streamsPerConnection, clients);
  }

  /** What encrypted connections speak where the server can; others always speak HTTP/1.1. */
  public TransportOptions withVersion(HttpClient.Version other) {
    return new TransportOptions(trust, proxy, other, streamsPerConnection, clients);
  }

  /**
   * How many streams share one HTTP/2 connection before another is opened; fewer where the server
   * allows fewer.
   */
  public TransportOptions withStreamsPerConnection(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("A connection carries at least 1 stream, saw " + most);
    }
    return new TransportOptions(trust, proxy, version, most, clients);
  }

  /**
   * Sends over clients of the caller's: the function gets a builder that is set up as these options
   * and the connect timeout of a call say, and may add an authenticator, bind an address, or wrap
   * what it builds. It is called for each client that is needed, since a client has one HTTP/2
   * connection, and from any thread; each must be a new one that does not follow redirects, and is
   * closed with the transport. A call whose client cannot be had fails.
   */
  public TransportOptions withClients(
      Function<? super HttpClient.Builder, ? extends HttpClient> making) {
    return new TransportOptions(trust, proxy, version, streamsPerConnection, making);
  }

  @Nullable SSLContext trust() {
    return trust;
  }

  @Nullable ProxySelector proxy() {
    return proxy;
  }

  HttpClient.Version version() {
    return version;
  }

  int streamsPerConnection() {
    return streamsPerConnection;
  }

  Function<? super HttpClient.Builder, ? extends HttpClient> clients() {
    return clients;
  }
}
