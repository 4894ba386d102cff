package dev.weir.cli.tap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Where everything is passed on to.
 *
 * @param path what precedes every path that a client asks for; empty for nothing
 */
record TapTarget(String scheme, String host, int port, String path) {
  private static final Duration CONNECT = Duration.ofSeconds(20);
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if it is not one of http or https
   */
  static TapTarget parse(String url) {
    URI uri = URI.create(url);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!(scheme.equals("http") || scheme.equals("https")) || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "--to must be an address such as https://api.openai.com, saw \"%s\"".formatted(url));
    }
    int usual = scheme.equals("https") ? HTTPS : HTTP;
    String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceAll("/+$", "");
    return new TapTarget(scheme, uri.getHost(), uri.getPort() < 0 ? usual : uri.getPort(), path);
  }

  boolean isSecure() {
    return scheme.equals("https");
  }

  /** The value of the header {@code Host}, without a default port. */
  String authority() {
    return port == (isSecure() ? HTTPS : HTTP) ? host : host + ":" + port;
  }

  String url() {
    return scheme + "://" + authority() + path;
  }

  Socket connect() throws IOException {
    var socket = new Socket();
    try {
      socket.connect(
          new InetSocketAddress(host.replaceAll("^\\[|]$", ""), port), (int) CONNECT.toMillis());
      socket.setTcpNoDelay(true);
      return isSecure() ? secured(socket) : socket;
    } catch (IOException failed) {
      socket.close();
      throw failed;
    }
  }

  private Socket secured(Socket plain) throws IOException {
    var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    var secure = (SSLSocket) factory.createSocket(plain, host, port, /* autoClose= */ true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }
}
