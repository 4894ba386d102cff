package dev.weir.gateway.door;

import dev.weir.codec.json.Json;

/**
 * Estimates how many tokens a request has where no provider counts them: calls, results, thinking
 * and the schemas of tools count like what is said. A picture is taken to be of usual size, because
 * its bytes say nothing about that.
 */
public final class TokenEstimate {
  private static final long CHARS_PER_TOKEN = 4;
  private static final long PICTURE_TOKENS = 1_600;

  /** A model does not read text without a space for this long as text. */
  private static final int MIN_DATA_CHARS = 1_024;

  private TokenEstimate() {}

  public static long of(Json body) {
    return Math.max(1, chars(body) / CHARS_PER_TOKEN);
  }

  /** The same for a number of characters of text. */
  static long ofChars(long chars) {
    return (chars + CHARS_PER_TOKEN - 1) / CHARS_PER_TOKEN;
  }

  private static long chars(Json json) {
    return switch (json) {
      case Json.Fields fields -> {
        long chars = 0;
        for (var field : fields.map().entrySet()) {
          chars += field.getKey().length() + chars(field.getValue());
        }
        yield chars;
      }
      case Json.Items items -> items.list().stream().mapToLong(TokenEstimate::chars).sum();
      case Json.Text text ->
          isData(text.value()) ? PICTURE_TOKENS * CHARS_PER_TOKEN : text.value().length();
      case Json.Num number -> number.digits().length();
      case Json.Bool bool -> 1;
      case Json.Null none -> 0;
    };
  }

  private static boolean isData(String text) {
    return text.length() >= MIN_DATA_CHARS && text.indexOf(' ') < 0 && text.indexOf('\n') < 0;
  }
}
