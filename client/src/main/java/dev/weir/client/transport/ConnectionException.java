package dev.weir.client.transport;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/**
 * The way to a server failed. The message is a sentence for the person who asked: what to check
 * first, not what the network library calls it.
 */
public final class ConnectionException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_CAUSES = 10;

  private ConnectionException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Why a call got no answer, from what a network library threw. */
  public static ConnectionException of(HttpCall call, Throwable problem) {
    return new ConnectionException(words(call, problem), problem);
  }

  private static String words(HttpCall call, Throwable problem) {
    URI url = call.url();
    if (has(problem, UnknownHostException.class)
        || has(problem, UnresolvedAddressException.class)) {
      return "%s was not found: is this machine online?".formatted(url.getHost());
    }
    if (has(problem, HttpConnectTimeoutException.class)) {
      return "%s did not accept a connection in time: is it up, and is the address right?"
          .formatted(url.getAuthority());
    }
    if (has(problem, ConnectException.class)) {
      return "Nothing answers at %s: is the server running there?".formatted(url.getAuthority());
    }
    if (has(problem, GeneralSecurityException.class)) {
      return ("The certificate of %s is not trusted here: %s; if it should be, add its issuer to the"
              + " certificates that Java trusts (javax.net.ssl.trustStore)")
          .formatted(url.getAuthority(), reason(problem));
    }
    if (has(problem, SSLException.class)) {
      return "No secure connection to %s: %s".formatted(url.getAuthority(), reason(problem));
    }
    return "The connection to %s broke%s"
        .formatted(url.getAuthority(), isUsual(problem) ? "" : ": " + reason(problem));
  }

  private static boolean has(Throwable problem, Class<? extends Throwable> kind) {
    int depth = 0;
    for (Throwable p = problem; p != null && depth < MAX_CAUSES; p = p.getCause(), depth++) {
      if (kind.isInstance(p)) {
        return true;
      }
    }
    return false;
  }

  /** What lies behind a problem; empty if the other side has simply gone away. */
  public static String detail(IOException problem) {
    return isUsual(problem) ? "" : reason(problem);
  }

  /** Whether the other side, or something in between, has simply gone away. */
  private static boolean isUsual(Throwable problem) {
    String words = reason(problem).toLowerCase(Locale.ROOT);
    return words.contains("reset")
        || words.contains("closed")
        || words.contains("eof")
        || words.contains("broken pipe")
        || words.contains("end of stream");
  }

  /** The root cause in words. */
  private static String reason(Throwable problem) {
    String words = problem.getClass().getSimpleName();
    int depth = 0;
    for (Throwable p = problem; p != null && depth < MAX_CAUSES; p = p.getCause(), depth++) {
      words = p.getMessage() == null ? words : p.getMessage();
    }
    return words;
  }
}
