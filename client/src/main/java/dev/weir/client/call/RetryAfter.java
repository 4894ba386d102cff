package dev.weir.client.call;

import dev.weir.codec.json.Json;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How long a provider asks to wait: in headers, in details of its error, or in prose. */
final class RetryAfter {
  private static final Pattern PROSE =
      Pattern.compile("(?i)try again in (\\d{1,6}(?:\\.\\d{1,6})?) ?(ms|s|m)\\b");
  private static final Pattern DELAY = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,9})?)(s)");

  private RetryAfter() {}

  static @Nullable Duration of(
      Map<String, String> headers, Json body, String message, Instant now) {
    Duration millis = number(headers.get("retry-after-ms"), 1e-3);
    Duration seconds = number(headers.get("retry-after"), 1);
    if (millis != null || seconds != null) {
      return millis != null ? millis : seconds;
    }
    Duration date = date(headers.get("retry-after"), now);
    if (date != null) {
      return date;
    }
    for (Json detail : body.get("error").get("details").items()) {
      Duration delay = match(DELAY, detail.get("retryDelay").textOrEmpty());
      if (delay != null) {
        return delay;
      }
    }
    return inProse(message);
  }

  static @Nullable Duration inProse(String message) {
    return match(PROSE, message);
  }

  private static @Nullable Duration number(@Nullable String text, double unitSeconds) {
    if (text == null || !text.strip().matches("\\d{1,9}(\\.\\d{1,9})?")) {
      return null;
    }
    return seconds(Double.parseDouble(text.strip()) * unitSeconds);
  }

  private static @Nullable Duration date(@Nullable String text, Instant now) {
    if (text == null) {
      return null;
    }
    try {
      Instant when =
          ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration wait = Duration.between(now, when);
      return wait.isNegative() ? Duration.ZERO : wait;
    } catch (DateTimeException noDate) {
      return null;
    }
  }

  private static @Nullable Duration match(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      return null;
    }
    double value = Double.parseDouble(found.group(1));
    return seconds(
        switch (found.group(2)) {
          case "ms" -> value / 1e3;
          case "m" -> value * 60;
          default -> value;
        });
  }

  private static Duration seconds(double value) {
    return Duration.ofMillis(Math.round(value * 1e3));
  }
}
