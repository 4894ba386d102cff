package dev.weir.cli.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.json.Json;
import dev.weir.log.recording.RecordingHeader.Request;
import dev.weir.log.recording.Secrets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges of a document: HAR as browsers save it, and the cassettes of VCR and its kin (Ruby,
 * Python, Go, Elixir), whose shapes differ little: a value is taken from wherever one of them puts
 * it.
 */
final class KeptExchanges implements Exchanges {
  private final String name;
  private final List<Json> all;
  private final Damage damage;
  private int number;

  private KeptExchanges(String name, List<Json> all, Damage damage) {
    this.name = name;
    this.all = all;
    this.damage = damage;
  }

  static KeptExchanges of(Json document, Damage damage) {
    Json entries = document.get("log").get("entries");
    if (entries.isArray()) {
      return new KeptExchanges("a HAR file", entries.items(), damage);
    }
    Json interactions = document.get("http_interactions");
    List<Json> list =
        interactions.isArray()
            ? interactions.items()
            : document.isArray() ? document.items() : document.get("interactions").items();
    return new KeptExchanges("a cassette", list, damage);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean areLive() {
    return false;
  }

  @Override
  public boolean areSeveral() {
    return all.size() > 1;
  }

  @Override
  public @Nullable CapturedExchange next() {
    if (number == all.size()) {
      return null;
    }
    Json exchange = all.get(number++);
    Json asked = exchange.get("request");
    Json answered = exchange.get("response");
    String url = first(asked.get("url").text(), asked.get("uri").text());
    Map<String, String> headers = headers(asked.get("headers"));
    return new CapturedExchange(
        number,
        new Request(asked.get("method").textOrEmpty().toUpperCase(Locale.ROOT), url, headers),
        Secrets.inRequest(url, headers),
        status(answered),
        contentType(answered),
        startedAt(exchange),
        /* milestones= */ List.of(),
        /* timed= */ false,
        Slices.of(body(answered)));
  }

  private static String first(@Nullable String one, @Nullable String other) {
    return one != null ? one : other != null ? other : "";
  }

  /** A list of names and values, or an object whose values may be lists. */
  private static Map<String, String> headers(Json headers) {
    Map<String, String> read = new LinkedHashMap<>();
    headers
        .items()
        .forEach(h -> read.merge(h.get("name").textOrEmpty(), text(h.get("value")), (a, b) -> b));
    headers.fields().forEach((name, value) -> read.put(name, text(value)));
    return read;
  }

  private static String text(Json value) {
    Json single = value.isArray() ? value.at(0) : value;
    String word = single.word();
    return word == null ? "" : word;
  }

  private static int status(Json answer) {
    Json status = answer.get("status");
    for (Json place :
        List.of(status, status.get("code"), answer.get("status_code"), answer.get("code"))) {
      // Go writes "200 OK".
      String word = place.word();
      int number = word == null ? 0 : HttpHead.number(word.split(" ", 2)[0]);
      if (number > 0) {
        return number;
      }
    }
    return 0;
  }

  private static String contentType(Json answer) {
    String said = answer.get("content").get("mimeType").textIfAny();
    if (said != null) {
      return said;
    }
    return headers(answer.get("headers")).entrySet().stream()
        .filter(h -> h.getKey().equalsIgnoreCase("content-type"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }

  private static @Nullable Instant startedAt(Json exchange) {
    String time = first(exchange.get("startedDateTime").text(), exchange.get("recorded_at").text());
    try {
      return time.isEmpty() ? null : OffsetDateTime.parse(time).toInstant();
    } catch (DateTimeException otherForm) {
      return null;
    }
  }

  private byte[] body(Json answer) {
    Json content = answer.get("content");
    if (content.isObject()) {
      String text = content.get("text").textOrEmpty();
      return "base64".equals(content.get("encoding").text()) ? base64(text) : text.getBytes(UTF_8);
    }
    Json body = answer.get("body");
    return body.isNull() && answer.has("parsed_body")
        ? answer.get("parsed_body").toText().getBytes(UTF_8)
        : bytes(body);
  }

  private byte[] bytes(Json body) {
    String text = body.text();
    if (text != null) {
      return text.getBytes(UTF_8);
    }
    String packed = body.get("base64_string").text();
    if (packed != null) {
      return base64(packed);
    }
    Json inner = body.get("string");
    String string = inner.text();
    if (string == null) {
      return inner.isObject() ? bytes(inner) : new byte[0];
    }
    // Ruby writes bytes that are not text as characters of the same numbers.
    boolean isBytes =
        "ASCII-8BIT".equals(body.get("encoding").text()) && string.chars().allMatch(c -> c <= 0xFF);
    return string.getBytes(isBytes ? ISO_8859_1 : UTF_8);
  }

  private byte[] base64(String text) {
    try {
      return Base64.getMimeDecoder().decode(text);
    } catch (IllegalArgumentException broken) {
      damage.add("the body of exchange %d is not base64".formatted(number));
      return new byte[0];
    }
  }
}
