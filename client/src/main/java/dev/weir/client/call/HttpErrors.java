package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamFault;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads http responses that are errors, in the many shapes that providers give them. */
final class HttpErrors {
  private static final List<String> REQUEST_ID_HEADERS =
      List.of(
          "x-request-id",
          "request-id",
          "x-amzn-requestid",
          "apim-request-id",
          "mistral-correlation-id",
          "x-goog-request-id",
          "cf-ray");

  /** Status 429 says to wait; these say that waiting does not help. */
  private static final Set<String> FINAL_CODES =
      Set.of("insufficient_quota", "billing_hard_limit_reached", "credit_limit_exceeded");

  private static final int MAX_ID = 200;

  private HttpErrors() {}

  /**
   * @param now the current time, for providers that say until when to wait
   */
  static ProviderError of(int status, Map<String, String> headers, byte[] body, Instant now) {
    String text = new String(body, UTF_8);
    Json json = body(text);
    String message = message(status, headers, json, text);
    String code = code(status, headers, json);
    return new ProviderError(
        StreamFault.Kind.PROVIDER_ERROR,
        status,
        code,
        message,
        isRetryable(status, headers, code),
        RetryAfter.of(headers, json, message, now),
        requestId(headers, json));
  }

  /** Gemini wraps its error in an array where a stream was asked for. */
  private static Json body(String text) {
    Json json = ProviderJson.parse(text);
    if (json == null) {
      return Json.Null.NULL;
    }
    return json.isArray() ? json.at(0) : json;
  }

  private static String message(int status, Map<String, String> headers, Json json, String text) {
    if (status >= 300 && status < 400 && headers.containsKey("location")) {
      return "HTTP %d: the provider redirects, which is not followed because the key would be sent along; set the base URL to where it leads"
          .formatted(status);
    }
    if (json.isObject()) {
      return ProviderErrors.fault(json).message();
    }
    String type = headers.getOrDefault("content-type", "no content type");
    String start = text.strip().lines().findFirst().orElse("");
    return start.isEmpty()
        ? "HTTP %d without a body".formatted(status)
        : "HTTP %d (%s), which begins «%s»".formatted(status, type, EventWriter.preview(start));
  }

  private static String code(int status, Map<String, String> headers, Json json) {
    Json error = json.get("error").isObject() ? json.get("error") : json;
    String number = null;
    for (String name : new String[] {"code", "type", "status", "reason"}) {
      String word = error.get(name).word();
      if (word != null && !word.equals("error") && !word.contains(" ")) {
        if (!isNumber(word)) {
          return word;
        }
        number = number == null ? word : number;
      }
    }
    String amazon = headers.get("x-amzn-errortype");
    if (amazon != null) {
      int colon = amazon.indexOf(':');
      return colon < 0 ? amazon : amazon.substring(0, colon);
    }
    return number == null ? "http_" + status : number;
  }

  private static boolean isNumber(String word) {
    return word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isRetryable(int status, Map<String, String> headers, String code) {
    if ("false".equals(headers.get("x-should-retry")) || FINAL_CODES.contains(code)) {
      return false;
    }
    return status == 408
        || status == 425
        || status == 429
        || (status >= 500 && status != 501 && status != 505);
  }

  static @Nullable String requestId(Map<String, String> headers, Json json) {
    for (String name : REQUEST_ID_HEADERS) {
      String id = headers.get(name);
      if (id != null && !id.isBlank()) {
        return shortened(id);
      }
    }
    String said = json.get("request_id").textIfAny();
    return said == null ? null : shortened(said);
  }

  /** Ids go into logs and messages, and a provider may make them any length. */
  private static String shortened(String id) {
    return id.length() <= MAX_ID ? id : id.substring(0, MAX_ID);
  }
}
