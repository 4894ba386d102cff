package dev.weir.client.tool.http;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Where an HTTP tool calls, from configuration alone: a model fills holes in the path and the query
 * but cannot choose the host. Its text form shows neither headers nor query, because keys are in
 * them.
 *
 * @param method GET, POST, PUT, PATCH or DELETE
 * @param template an absolute URL; {@code {name}} in its path or query stands for an argument
 * @param time how long the whole exchange may take
 * @param maxBytes how much of the answer is read
 */
public record HttpEndpoint(
    String method, String template, Map<String, String> headers, Duration time, int maxBytes) {
  private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

  public HttpEndpoint {
    headers = Map.copyOf(headers);
    if (!METHODS.contains(method)) {
      throw new IllegalArgumentException(
          "Method \"%s\"; expected GET, POST, PUT, PATCH or DELETE".formatted(method));
    }
    if (!time.isPositive() || maxBytes < 1) {
      throw new IllegalArgumentException("time and maxBytes must be positive");
    }
    URI base = base(template);
    boolean isHttp = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
    if (base.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "The URL template has a user in it; send what the tool needs as a header instead");
    }
    if (!isHttp || base.getHost() == null) {
      throw new IllegalArgumentException(
          "URL template \"%s\"; expected http:// or https:// with a host".formatted(template));
    }
    // What stands between the holes is checked now rather than at the first call.
    URI.create(UrlTemplate.HOLE.matcher(template).replaceAll("x"));
  }

  /** An endpoint without headers, with half a minute and a megabyte. */
  public static HttpEndpoint of(String method, String template) {
    return new HttpEndpoint(
        method, template, Map.of(), Duration.ofSeconds(30), /* maxBytes= */ 1 << 20);
  }

  /** With a further header, such as a key. */
  public HttpEndpoint withHeader(String name, String value) {
    Map<String, String> all = new HashMap<>(headers);
    all.put(name, value);
    return new HttpEndpoint(method, template, all, time, maxBytes);
  }

  /** With another limit for the whole exchange. */
  public HttpEndpoint withTime(Duration limit) {
    return new HttpEndpoint(method, template, headers, limit, maxBytes);
  }

  /** With another limit for the answer. */
  public HttpEndpoint withMaxBytes(int bytes) {
    return new HttpEndpoint(method, template, headers, time, bytes);
  }

  boolean hasBody() {
    return !method.equals("GET") && !method.equals("DELETE");
  }

  /** What comes before the path, where no hole is allowed. */
  private static URI base(String template) {
    int path = template.indexOf('/', template.indexOf("://") + "://".length());
    String before = path < 0 ? template : template.substring(0, path);
    try {
      return URI.create(before);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "URL template \"%s\": scheme and host must be written out, without holes"
              .formatted(template),
          malformed);
    }
  }

  @Override
  public String toString() {
    return method + " " + template.replaceFirst("[?].*", "");
  }
}
