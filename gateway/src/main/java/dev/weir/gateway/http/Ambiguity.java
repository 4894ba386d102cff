package dev.weir.gateway.http;

import dev.weir.gateway.security.Decision.Refused;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds requests that two servers could read differently: a proxy in front may have let something
 * pass that means something else here (RFC 9112, sections 3.2 and 6.1).
 */
final class Ambiguity {
  private Ambiguity() {}

  /** Why a request is refused whatever it asks for; absent if there is nothing wrong with it. */
  static @Nullable Refused of(HttpServerRequest request) {
    List<String> names = request.headers().getAll("Host");
    String target = target(request);
    boolean isOne = names.size() < 2;
    boolean isSame = names.isEmpty() || target == null || names.getFirst().equals(target);
    if (!isOne || !isSame) {
      return new Refused(400, "two_hosts", "The request names more than one host; send one");
    }
    List<String> encodings = request.headers().getAll("Transfer-Encoding");
    if (!encodings.stream().allMatch("chunked"::equalsIgnoreCase)) {
      return new Refused(
          501, "encoding_refused", "Send the body chunked or with its length, and not encoded");
    }
    return null;
  }

  /** The host that a request is for; absent if it names none. */
  static @Nullable String host(HttpServerRequest request) {
    String target = target(request);
    return target == null ? request.getHeader("Host") : target;
  }

  /** The host that stands in the request line, or in the authority of HTTP/2. */
  private static @Nullable String target(HttpServerRequest request) {
    String uri = request.uri();
    int scheme = uri.indexOf("://");
    if (scheme >= 0 && !uri.startsWith("/")) {
      int begin = scheme + 3;
      int end = begin;
      while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
        end++;
      }
      return uri.substring(begin, end);
    }
    var authority =
        request.version() == HttpVersion.HTTP_2 ? request.authority(/* real= */ true) : null;
    return authority == null ? null : authority.toString();
  }
}
