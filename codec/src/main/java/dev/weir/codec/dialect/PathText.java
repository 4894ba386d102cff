package dev.weir.codec.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;

/** Encodes and decodes texts in the path of a URL. */
public final class PathText {
  private static final int MAX_MODEL_CHARS = 2_048;
  private static final int MAX_SHOWN = 80;
  private static final String HEX = "0123456789ABCDEF";

  private PathText() {}

  /**
   * Checks a model's name that becomes part of a path to which the key is sent.
   *
   * @throws IllegalArgumentException if it could lead elsewhere
   */
  public static String checkedModel(String dialect, Pattern allowed, String modelName) {
    if (modelName.length() > MAX_MODEL_CHARS || !allowed.matcher(modelName).matches()) {
      String shown = modelName.substring(0, Math.min(modelName.length(), MAX_SHOWN));
      throw new IllegalArgumentException(
          "The model \"%s\" cannot stand in a path of %s; expected names of letters, digits, and . _ - between single slashes, none of which begins with a dot"
              .formatted(shown, dialect));
    }
    return modelName;
  }

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

  /** What follows the last slash, decoded; empty if it is badly encoded. */
  public static String lastSegment(String path) {
    return decoded(path.substring(path.lastIndexOf('/') + 1));
  }

  /** A part of a path, decoded; empty if it is badly encoded. */
  public static String decoded(String part) {
    byte[] segment = part.getBytes(UTF_8);
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
