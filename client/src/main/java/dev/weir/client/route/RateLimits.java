package dev.weir.client.route;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads how long a provider wants to be left alone from the headers of every answer: nothing is
 * left ({@code remaining: 0}) until a time ({@code reset}).
 */
final class RateLimits {
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /** The headers that say what is left and when it is full again. */
  private static final String[][] PAIRS = {
    {"x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"},
    {"x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"},
    {"x-ratelimit-remaining", "x-ratelimit-reset"},
    {"ratelimit-remaining", "ratelimit-reset"},
    {"anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"},
    {"anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"},
    {"anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"},
    {"anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"},
  };

  private static final Pattern SPAN =
      Pattern.compile(
          "(?:(\\d{1,4})h)?(?:(\\d{1,6})m(?!s))?(?:(\\d{1,9}(?:\\.\\d{1,9})?)s)?(?:(\\d{1,9})ms)?");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,9})?");

  /** Smaller numbers count seconds from now, larger ones from 1970. */
  private static final double EPOCH = 1e9;

  private RateLimits() {}

  /**
   * How long to leave a provider alone; zero if there is no need.
   *
   * @param headers names in lower case
   */
  static Duration rest(Map<String, String> headers, Instant now) {
    Duration rest = Duration.ZERO;
    for (String[] pair : PAIRS) {
      String left = headers.get(pair[0]);
      String reset = headers.get(pair[1]);
      if (left != null && reset != null && left.strip().equals("0")) {
        Duration until = span(reset.strip(), now);
        rest = until != null && until.compareTo(rest) > 0 ? until : rest;
      }
    }
    return rest.compareTo(LONGEST) > 0 ? LONGEST : rest;
  }

  private static @Nullable Duration span(String text, Instant now) {
    if (NUMBER.matcher(text).matches()) {
      double value = Double.parseDouble(text);
      double seconds = value < EPOCH ? value : value - now.toEpochMilli() / 1e3;
      return Duration.ofMillis(Math.round(seconds * 1e3));
    }
    Matcher parts = SPAN.matcher(text);
    if (!text.isEmpty() && parts.matches()) {
      return Duration.ofHours(whole(parts.group(1)))
          .plusMinutes(whole(parts.group(2)))
          .plusMillis(
              parts.group(3) == null ? 0 : Math.round(Double.parseDouble(parts.group(3)) * 1e3))
          .plusMillis(whole(parts.group(4)));
    }
    try {
      return Duration.between(now, Instant.parse(text));
    } catch (DateTimeException noDate) {
      return null;
    }
  }

  private static long whole(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
