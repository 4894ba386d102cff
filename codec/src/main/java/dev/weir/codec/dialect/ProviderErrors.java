package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.event.StreamFault;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the many shapes in which providers put an error into a stream or a body. */
public final class ProviderErrors {
  private static final Pattern PASSING =
      Pattern.compile(
          "(?i)(?<!\\d)(408|425|429|5\\d\\d)(?!\\d)|overload|rate.?limit|too_many|throttl|exhausted|time.?out"
              + "|unavailable|internal|server_?error|api_error|capacity|busy|slow_down");

  /** Parts of the words that providers share; the first that is found counts. */
  private static final Map<String, Integer> STATUSES = new LinkedHashMap<>();

  static {
    STATUSES.put("overload", 529);
    STATUSES.put("unavailable", 503);
    STATUSES.put("rate_limit", 429);
    STATUSES.put("exhausted", 429);
    STATUSES.put("throttl", 429);
    STATUSES.put("too_many", 429);
    STATUSES.put("timeout", 504);
    STATUSES.put("authentication", 401);
    STATUSES.put("unauthenticated", 401);
    STATUSES.put("permission", 403);
    STATUSES.put("not_found", 404);
    STATUSES.put("too_large", 413);
    STATUSES.put("invalid", 400);
    STATUSES.put("server_error", 500);
    STATUSES.put("api_error", 500);
    STATUSES.put("internal", 500);
  }

  private ProviderErrors() {}

  /**
   * Whether an error is temporary, by its code or its type: the same request may well succeed when
   * sent again.
   */
  public static boolean isPassing(StreamFault fault) {
    return isPassing(fault.code()) || isPassing(fault.type());
  }

  /** The http status that a provider's word for an error stands for; absent if it is not known. */
  public static @Nullable Integer status(String word) {
    for (Map.Entry<String, Integer> known : STATUSES.entrySet()) {
      if (word.toLowerCase(Locale.ROOT).contains(known.getKey())) {
        return known.getValue();
      }
    }
    return null;
  }

  private static boolean isPassing(@Nullable String word) {
    return word != null && PASSING.matcher(word).find();
  }

  /**
   * The error that an object describes: {@code {code, type, status, message, detail, …}}, or one
   * that has such an object or text as its {@code error}.
   */
  public static StreamFault fault(Json json) {
    Json error = json.has("error") && !json.get("error").isTrue() ? json.get("error") : json;
    if (error.text() != null) {
      return fault(json, error.textOrEmpty());
    }
    String message = messageOf(error);
    return fault(error, message != null ? message : EventWriter.preview(error.toText()));
  }

  /** The first word is the code; a second one, if it is not a number, is the type. */
  private static StreamFault fault(Json error, String message) {
    String code = null;
    String type = null;
    for (String name : new String[] {"code", "type", "status", "status_code"}) {
      String word = error.get(name).word();
      if (word == null || word.equals("error")) {
        continue;
      }
      if (code == null) {
        code = word;
      } else if (type == null && error.get(name).text() != null && !word.equals(code)) {
        type = word;
      }
    }
    return new StreamFault(StreamFault.Kind.PROVIDER_ERROR, code, message, type);
  }

  private static @Nullable String messageOf(Json error) {
    for (String name : new String[] {"message", "detail", "error_message", "errorMessage"}) {
      Json value = error.get(name);
      if (value.textIfAny() != null) {
        return value.text();
      }
      if (value.isObject() || value.isArray()) {
        return EventWriter.preview(value.toText());
      }
    }
    return null;
  }
}
