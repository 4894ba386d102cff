package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Takes keys out of what is written down.
 *
 * <p>Headers and query parameters are kept by a list of harmless names and hidden otherwise: a
 * provider may call its key anything. Values that the caller names are hidden wherever they stand,
 * because some servers repeat a key in their error message.
 */
public final class Secrets {
  public static final Secrets NONE = new Secrets(List.of());

  static final String HIDDEN = "***";

  /** Shorter values occur in ordinary text and would tear holes in it. */
  static final int LEAST_LENGTH = 8;

  private static final Set<String> HARMLESS_HEADERS =
      Set.of(
          "accept",
          "accept-encoding",
          "anthropic-beta",
          "anthropic-version",
          "api-revision",
          "cache-control",
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "date",
          "last-event-id",
          "openai-beta",
          "openai-processing-ms",
          "openai-version",
          "request-id",
          "retry-after",
          "retry-after-ms",
          "server",
          "transfer-encoding",
          "user-agent",
          "x-amzn-requestid",
          "x-request-id");

  private static final List<String> HARMLESS_PREFIXES =
      List.of("x-ratelimit-", "anthropic-ratelimit-");

  private static final Set<String> HARMLESS_PARAMETERS =
      Set.of("alt", "api-version", "beta", "last_event_id", "starting_after", "stream");

  private static final List<String> SECRET_WORDS =
      List.of("apikey", "authorization", "bearer", "credential", "password", "secret");

  private static final Set<String> SECRET_FIELDS =
      Set.of("key", "token", "accesstoken", "authtoken", "refreshtoken", "sessiontoken");

  private final List<String> texts;
  private final List<byte[]> values;

  private Secrets(List<String> texts) {
    this.texts = texts;
    this.values = texts.stream().map(text -> text.getBytes(UTF_8)).toList();
  }

  /** Hides these values wherever they stand, except those shorter than 8 characters. */
  public static Secrets of(Collection<String> secrets) {
    // As it is, and as it stands in JSON.
    Set<String> texts = new LinkedHashSet<>();
    for (String secret : secrets) {
      if (secret.length() >= LEAST_LENGTH) {
        texts.add(secret);
        String quoted = new Json.Text(secret).toText();
        texts.add(quoted.substring(1, quoted.length() - 1));
      }
    }
    return new Secrets(List.copyOf(texts));
  }

  /** The keys that a request was sent with: in its headers, and in its address. */
  public static Secrets inRequest(String url, Map<String, String> headers) {
    List<String> found = new ArrayList<>();
    headers.forEach((name, value) -> {
      if (isSecretName(name) || name.equalsIgnoreCase("cookie")) {
        int scheme = value.indexOf(' ');
        found.add(scheme < 0 ? value : value.substring(scheme + 1).strip());
      }
    });
    int question = url.indexOf('?');
    if (question >= 0) {
      for (String parameter : url.substring(question + 1).split("&", -1)) {
        int equals = parameter.indexOf('=');
        if (equals > 0 && isSecretName(parameter.substring(0, equals))) {
          found.add(parameter.substring(equals + 1));
        }
      }
    }
    return of(found.stream().filter(value -> !isPlaceholder(value)).toList());
  }

  /** A placeholder for a key is not a secret, and may occur in any text. */
  private static boolean isPlaceholder(String value) {
    return value.equalsIgnoreCase("redacted")
        || value.startsWith("<")
        || value.chars().distinct().count() <= 1;
  }

  /** The headers, with the values of all but harmless ones hidden. */
  static Map<String, String> hideInHeaders(Map<String, String> headers) {
    Map<String, String> safe = new LinkedHashMap<>();
    headers.forEach((name, value) -> safe.put(name, isHarmless(name) ? value : HIDDEN));
    return safe;
  }

  private static boolean isHarmless(String header) {
    String name = header.toLowerCase(Locale.ROOT);
    return HARMLESS_HEADERS.contains(name) || HARMLESS_PREFIXES.stream().anyMatch(name::startsWith);
  }

  /** The address without user, fragment, and the values of all but harmless parameters. */
  static String hideInUrl(String url) {
    int fragment = url.indexOf('#');
    String whole = fragment < 0 ? url : url.substring(0, fragment);
    int question = whole.indexOf('?');
    String place = question < 0 ? whole : whole.substring(0, question);
    StringBuilder safe = new StringBuilder(hideUser(place));
    if (question >= 0) {
      char separator = '?';
      for (String parameter : whole.substring(question + 1).split("&", -1)) {
        int equals = parameter.indexOf('=');
        String name = equals < 0 ? parameter : parameter.substring(0, equals);
        boolean harmless = HARMLESS_PARAMETERS.contains(name.toLowerCase(Locale.ROOT));
        safe.append(separator).append(harmless ? parameter : hidden(name, equals));
        separator = '&';
      }
    }
    return safe.toString();
  }

  /** A parameter without a value may be a key itself. */
  private static String hidden(String name, int equals) {
    return equals < 0 ? HIDDEN : name + "=" + HIDDEN;
  }

  private static String hideUser(String place) {
    int scheme = place.indexOf("://");
    int start = scheme < 0 ? 0 : scheme + 3;
    int slash = place.indexOf('/', start);
    int at = place.lastIndexOf('@', slash < 0 ? place.length() : slash);
    return at < start ? place : place.substring(0, start) + HIDDEN + place.substring(at);
  }

  /** A request's body without the values of fields whose names suggest a secret, at any depth. */
  static Json hideInBody(Json body) {
    return switch (body) {
      case Json.Fields fields -> {
        Map<String, Json> safe = new LinkedHashMap<>();
        fields.map().forEach((name, value) -> safe.put(name, hideField(name, value)));
        yield new Json.Fields(safe);
      }
      case Json.Items items ->
          new Json.Items(items.list().stream().map(Secrets::hideInBody).toList());
      case Json.Text text -> text;
      case Json.Num number -> number;
      case Json.Bool bool -> bool;
      case Json.Null none -> none;
    };
  }

  private static Json hideField(String name, Json value) {
    if (name.equals("headers")) {
      Map<String, Json> safe = new LinkedHashMap<>();
      value.fields().forEach((h, v) -> safe.put(h, isHarmless(h) ? v : new Json.Text(HIDDEN)));
      return value.isObject() ? new Json.Fields(safe) : hideInBody(value);
    }
    if (value instanceof Json.Text text) {
      if (isSecretName(name)) {
        return new Json.Text(HIDDEN);
      }
      return name.endsWith("url") ? new Json.Text(hideInUrl(text.value())) : value;
    }
    return hideInBody(value);
  }

  /** Whether the name of a header or field suggests a secret. */
  public static boolean isSecretName(String field) {
    String name = field.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    return SECRET_FIELDS.contains(name) || SECRET_WORDS.stream().anyMatch(name::contains);
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  /** The bytes with every named value overwritten by asterisks. */
  public byte[] hide(byte[] bytes) {
    boolean[] hidden = new boolean[bytes.length];
    mark(bytes, hidden);
    byte[] safe = bytes.clone();
    for (int i = 0; i < safe.length; i++) {
      if (hidden[i]) {
        safe[i] = '*';
      }
    }
    return safe;
  }

  /** Marks where the named values stand, even where they overlap. */
  void mark(byte[] bytes, boolean[] hidden) {
    for (byte[] value : values) {
      for (int at = indexOf(bytes, value, 0); at >= 0; at = indexOf(bytes, value, at + 1)) {
        Arrays.fill(hidden, at, at + value.length, true);
      }
    }
  }

  /** How many of the last bytes may be the beginning of a named value that is not complete. */
  int beginningAtEnd(byte[] bytes) {
    int most = 0;
    for (byte[] value : values) {
      int length = Math.min(value.length - 1, bytes.length);
      while (length > most
          && !Arrays.equals(bytes, bytes.length - length, bytes.length, value, 0, length)) {
        length--;
      }
      most = Math.max(most, length);
    }
    return most;
  }

  /** The text with every character of the named values overwritten by an asterisk. */
  public String hide(String text) {
    boolean[] hidden = null;
    for (String secret : texts) {
      for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
        hidden = hidden == null ? new boolean[text.length()] : hidden;
        Arrays.fill(hidden, at, at + secret.length(), true);
      }
    }
    if (hidden == null) {
      return text;
    }
    var safe = new StringBuilder(text);
    for (int i = 0; i < hidden.length; i++) {
      if (hidden[i]) {
        safe.setCharAt(i, '*');
      }
    }
    return safe.toString();
  }

  /** How many of the last characters may be the beginning of a named value; as for bytes. */
  int beginningAtEnd(String text) {
    int most = 0;
    for (String secret : texts) {
      int length = Math.min(secret.length() - 1, text.length());
      while (length > most && !text.regionMatches(text.length() - length, secret, 0, length)) {
        length--;
      }
      most = Math.max(most, length);
    }
    return most;
  }

  private static int indexOf(byte[] bytes, byte[] value, int from) {
    for (int i = from; i <= bytes.length - value.length; i++) {
      if (bytes[i] == value[0]
          && Arrays.equals(bytes, i, i + value.length, value, 0, value.length)) {
        return i;
      }
    }
    return -1;
  }
}
