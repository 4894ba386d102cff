package dev.weir.client.transport;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * One HTTP request, ready to be sent. Its text form shows neither headers nor body, because keys
 * are in them.
 */
public record HttpCall(
    String method, URI url, Map<String, String> headers, String body, Duration connectTimeout) {

  public HttpCall {
    headers = Map.copyOf(headers);
  }

  /** The same without its body, for whoever only tells of it once it is sent. */
  public HttpCall sent() {
    return new HttpCall(method, url, headers, /* body= */ "", connectTimeout);
  }

  @Override
  public String toString() {
    String query = url.getQuery() == null ? "" : "?…";
    return method + " " + url.getScheme() + "://" + url.getAuthority() + url.getPath() + query;
  }
}
