package dev.weir.client.call;

import dev.weir.event.StreamFault;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Why a provider gave no response, or not all of it.
 *
 * @param status of the http response; absent if there was none
 * @param code the provider's own word for it, else one of ours
 * @param retryable whether the same request may well succeed when it is sent again
 * @param retryAfter how long the provider asks to wait before that
 * @param requestId under which the provider can look up the request
 */
public record ProviderError(
    StreamFault.Kind kind,
    @Nullable Integer status,
    String code,
    String message,
    boolean retryable,
    @Nullable Duration retryAfter,
    @Nullable String requestId) {

  /** The way to the provider failed. */
  static ProviderError connection(String code, String message) {
    return new ProviderError(
        StreamFault.Kind.CONNECTION, null, code, message, /* retryable= */ true, null, null);
  }

  /** The connection broke in the middle of an answer. */
  static ProviderError broken(String provider, String detail) {
    return connection(
        "connection_broken",
        "The connection to %s broke%s. What came is kept."
            .formatted(provider, detail.isEmpty() ? "" : " (" + detail + ")"));
  }

  /** The stream ended too early, but cleanly. */
  static ProviderError truncated(String provider, String when) {
    return connection("truncated", "The stream of %s ended %s".formatted(provider, when));
  }

  /** What came is not a response of the dialect, and would not be one the next time. */
  static ProviderError malformed(int status, String code, String message, @Nullable String id) {
    return new ProviderError(
        StreamFault.Kind.MALFORMED, status, code, message, /* retryable= */ false, null, id);
  }

  ProviderError withoutSecrets(UnaryOperator<String> hideSecrets) {
    return new ProviderError(
        kind,
        status,
        hideSecrets.apply(code),
        hideSecrets.apply(message),
        retryable,
        retryAfter,
        requestId == null ? null : hideSecrets.apply(requestId));
  }

  /** One line for people; a sentence about the connection needs no code. */
  public String inWords() {
    if (kind == StreamFault.Kind.CONNECTION) {
      return message + request();
    }
    return "%s%s: %s%s"
        .formatted(status == null ? "" : "HTTP " + status + ", ", code, message, request());
  }

  private String request() {
    return requestId == null ? "" : " (request " + requestId + ")";
  }

  StreamFault toFault() {
    return new StreamFault(kind, code, message + request());
  }
}
