package dev.weir.client.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;

/**
 * Makes the JDK's clients: as the options say, and finished by the user's function.
 *
 * <p>What that function does wrong is an {@link UncheckedIOException}, so that the call that needed
 * the client fails: lanes need one on whichever thread finds the others full.
 */
final class Clients {
  private final TransportOptions options;
  private final Executor threads;

  /** Those that are still in use somewhere. */
  private final Set<HttpClient> made =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /**
   * @param threads where clients do what may block, unless the user's function says otherwise
   */
  Clients(TransportOptions options, Executor threads) {
    this.options = options;
    this.threads = threads;
  }

  /** A new one; the connect timeout is a setting of a whole client. */
  HttpClient make(Duration connectTimeout) {
    var builder =
        HttpClient.newBuilder()
            .executor(new AtOnce(threads))
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(connectTimeout);
    SSLContext trust = options.trust();
    if (trust != null) {
      builder.sslContext(trust);
    }
    ProxySelector proxy = options.proxy();
    if (proxy != null) {
      builder.proxy(proxy);
    }
    return finished(builder);
  }

  private HttpClient finished(HttpClient.Builder builder) {
    HttpClient client;
    HttpClient.Redirect redirects;
    try {
      client = options.clients().apply(builder);
      redirects = client.followRedirects();
    } catch (Throwable thrown) { // An error, too: whoever asks would wait for an answer.
      throw refused("%s failed: %s".formatted(TransportOptions.WITH_CLIENTS, thrown));
    }
    if (redirects != HttpClient.Redirect.NEVER) {
      throw refused(
          "%s made a client that follows redirects (%s), and the key would follow them; leave it at NEVER"
              .formatted(TransportOptions.WITH_CLIENTS, redirects));
    }
    // Over a client that is full already, requests would be refused and sent again without end.
    if (!made.add(client)) {
      throw refused(
          "%s made the same client again; make a new one each time, since a client has one HTTP/2 connection"
              .formatted(TransportOptions.WITH_CLIENTS));
    }
    return client;
  }

  private static UncheckedIOException refused(String why) {
    return new UncheckedIOException(new IOException(why));
  }
}
