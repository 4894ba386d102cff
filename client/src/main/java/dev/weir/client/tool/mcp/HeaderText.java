package dev.weir.client.tool.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/** Writes any text as the value of a header, in the protocol's form. */
final class HeaderText {
  private static final String PREFIX = "=?base64?";
  private static final String SUFFIX = "?=";

  private HeaderText() {}

  /** The text itself where it is safe, else its bytes in Base64 between marks. */
  static String of(String text) {
    boolean isPlain = text.chars().allMatch(c -> c >= ' ' && c <= '~');
    boolean isPadded = !text.equals(text.strip());
    boolean looksEncoded = text.startsWith(PREFIX) && text.endsWith(SUFFIX);
    return isPlain && !isPadded && !looksEncoded
        ? text
        : PREFIX + Base64.getEncoder().encodeToString(text.getBytes(UTF_8)) + SUFFIX;
  }
}
