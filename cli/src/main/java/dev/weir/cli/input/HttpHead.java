package dev.weir.cli.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.weir.codec.Bytes;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The status and the headers of an http response.
 *
 * @param headers by name in lower case; all values of a repeated name, separated by commas
 */
public record HttpHead(int status, Map<String, String> headers) {
  private static final int MAX_BYTES = 1 << 18;
  private static final int INFORMATIONAL = 100;
  private static final int OK = 200;

  public HttpHead {
    headers = Map.copyOf(headers);
  }

  /**
   * Takes a head from where it begins, with its blank line.
   *
   * @throws NotAStreamException if there is none
   */
  public static HttpHead take(Slices slices) throws IOException {
    return parse(takeText(slices));
  }

  /** Takes the text of a head of a response or a request, with its blank line. */
  public static String takeText(Slices slices) throws IOException {
    int length = length(slices);
    Bytes head = slices.head();
    String text = new String(head.array(), head.from(), length, ISO_8859_1);
    slices.skip(length);
    return text;
  }

  /** Where the body begins: after the first blank line, or at the end of an input without one. */
  private static int length(Slices slices) throws IOException {
    int at = 0;
    boolean isLineStart = false;
    while (true) {
      Bytes head = slices.head();
      while (at < head.length()) {
        byte b = head.array()[head.from() + at++];
        if (b == '\n' && isLineStart) {
          return at;
        }
        isLineStart = b == '\n' || (b == '\r' && isLineStart);
      }
      if (at > MAX_BYTES) {
        throw new NotAStreamException(
            "an http response whose head has no end within %,d bytes".formatted(MAX_BYTES));
      }
      if (!slices.more()) {
        return at;
      }
    }
  }

  public static HttpHead parse(String text) {
    String[] lines = text.split("\r?\n", -1);
    String[] first = lines[0].split(" +", -1);
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon > 0) {
        headers.merge(
            lines[i].substring(0, colon).strip().toLowerCase(Locale.ROOT),
            lines[i].substring(colon + 1).strip(),
            (before, next) -> before + ", " + next);
      }
    }
    return new HttpHead(first.length < 2 ? 0 : number(first[1]), headers);
  }

  static int number(String digits) {
    return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : 0;
  }

  /** Whether another head follows this one: the answer is still to come. */
  public boolean isInterim() {
    return status >= INFORMATIONAL && status < OK;
  }

  public boolean isChunked() {
    return headers
        .getOrDefault("transfer-encoding", "")
        .toLowerCase(Locale.ROOT)
        .contains("chunked");
  }

  /** How the body was compressed on its way; {@code null} if it was not. */
  @Nullable String encoding() {
    String encoding = headers.get("content-encoding");
    return encoding == null || encoding.equalsIgnoreCase("identity") ? null : encoding;
  }

  /** How long the body is on the wire; negative if that is not said. */
  public long length() {
    String length = headers.getOrDefault("content-length", "");
    return length.matches("\\d{1,15}") ? Long.parseLong(length) : -1;
  }

  public String contentType() {
    return headers.getOrDefault("content-type", "");
  }
}
