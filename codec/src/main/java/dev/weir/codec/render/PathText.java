package dev.weir.codec.render;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Texts in the path of a URL. */
public final class PathText {
  private static final String HEX = "0123456789ABCDEF";

  private PathText() {}

  /** A text as one segment: whatever is not unreserved in RFC 3986 is percent-encoded. */
  public static String segment(String text) {
    StringBuilder encoded = new StringBuilder(text.length());
    for (byte b : text.getBytes(UTF_8)) {
      char c = (char) (b & 0xff);
      boolean isPlain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~".indexOf(c) >= 0;
      if (isPlain) {
        encoded.append(c);
      } else {
        encoded.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
      }
    }
    return encoded.toString();
  }
}
