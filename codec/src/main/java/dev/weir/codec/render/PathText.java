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

  /** What stands behind the last slash, decoded; empty if it is not rightly encoded. */
  public static String lastSegment(String path) {
    byte[] segment = path.substring(path.lastIndexOf('/') + 1).getBytes(UTF_8);
    byte[] decoded = new byte[segment.length];
    int length = 0;
    for (int i = 0; i < segment.length; i++) {
      byte b = segment[i];
      if (b == '%') {
        int high = i + 2 < segment.length ? Character.digit(segment[i + 1], 16) : -1;
        int low = i + 2 < segment.length ? Character.digit(segment[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          return "";
        }
        b = (byte) (high << 4 | low);
        i += 2;
      }
      decoded[length++] = b;
    }
    return new String(decoded, 0, length, UTF_8);
  }
}
