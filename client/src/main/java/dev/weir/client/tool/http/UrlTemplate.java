package dev.weir.client.tool.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.json.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URL with holes that a model's arguments fill.
 *
 * <p>Every character of a value that means something in a URL is escaped, and a value cannot be a
 * path by itself: it fills one segment, and {@code .} and {@code ..} are refused.
 */
final class UrlTemplate {
  static final Pattern HOLE = Pattern.compile("\\{([A-Za-z0-9_.-]+)}");

  private final String template;

  UrlTemplate(String template) {
    this.template = template;
  }

  /**
   * What a call amounts to.
   *
   * @param rest the arguments that no hole took
   */
  record Filled(String url, Map<String, Json> rest) {

    /** The URL with the rest as its query. */
    URI withQuery() {
      List<String> pairs = new ArrayList<>();
      rest.forEach((name, value) -> {
        List<Json> values = value.isArray() ? value.items() : List.of(value);
        values.stream().filter(v -> !v.isNull()).forEach(v -> pairs.add(pair(name, v)));
      });
      String joined = String.join("&", pairs);
      String mark = url.indexOf('?') < 0 ? "?" : "&";
      return URI.create(pairs.isEmpty() ? url : url + mark + joined);
    }

    private static String pair(String name, Json value) {
      return escaped(name) + "=" + escaped(plain(value));
    }
  }

  /**
   * Fills the holes.
   *
   * @throws IllegalArgumentException if an argument is missing or would change the path, in words
   *     for the model
   */
  Filled fill(Json arguments) {
    Map<String, Json> rest = new LinkedHashMap<>(arguments.fields());
    int query = template.indexOf('?');
    Matcher hole = HOLE.matcher(template);
    StringBuilder url = new StringBuilder();
    while (hole.find()) {
      String name = hole.group(1);
      Json value = arguments.get(name);
      boolean isPath = query < 0 || hole.start() < query;
      if (value.isNull()) {
        throw new IllegalArgumentException(name + ": is missing");
      }
      String text = plain(value);
      if (isPath && (text.isEmpty() || text.equals(".") || text.equals(".."))) {
        throw new IllegalArgumentException(
            "%s: expected a part of a path, saw \"%s\"".formatted(name, text));
      }
      hole.appendReplacement(url, Matcher.quoteReplacement(escaped(text)));
      rest.remove(name);
    }
    return new Filled(hole.appendTail(url).toString(), rest);
  }

  private static String plain(Json value) {
    String text = value.text();
    return text == null ? value.toText() : text;
  }

  /** Only what RFC 3986 calls unreserved stays. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (byte b : text.getBytes(UTF_8)) {
      char c = (char) (b & 0xff);
      boolean isPlain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~".indexOf(c) >= 0;
      if (isPlain) {
        escaped.append(c);
      } else {
        escaped.append("%%%02X".formatted((int) c));
      }
    }
    return escaped.toString();
  }
}
