package dev.weir.codec.awsstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers of one message: those whose value is text, by name. */
final class AwsHeaders {
  private static final int TEXT = 7;

  private final Map<String, String> texts;

  private AwsHeaders(Map<String, String> texts) {
    this.texts = texts;
  }

  @Nullable String get(String name) {
    return texts.get(name);
  }

  /** Reads headers: name, type, value, one after the other; {@code null} if they are broken. */
  static @Nullable AwsHeaders read(byte[] a, int from, int to) {
    Map<String, String> texts = new HashMap<>();
    int at = from;
    while (at < to) {
      int nameLength = a[at++] & 0xff;
      int typeAt = at + nameLength;
      if (typeAt >= to) {
        return null;
      }
      String name = new String(a, at, nameLength, UTF_8);
      int type = a[typeAt];
      at = typeAt + 1;
      int length = fixedLength(type);
      if (length < 0) {
        if (length == UNKNOWN || at + 2 > to) {
          return null;
        }
        length = (a[at] & 0xff) << 8 | (a[at + 1] & 0xff);
        at += 2;
      }
      if (at + length > to) {
        return null;
      }
      if (type == TEXT) {
        texts.put(name, new String(a, at, length, UTF_8));
      }
      at += length;
    }
    return new AwsHeaders(texts);
  }

  private static final int VARIABLE = -1;
  private static final int UNKNOWN = -2;

  /** How long values of a type are: a boolean is its type, texts and blobs state their length. */
  private static int fixedLength(int type) {
    return switch (type) {
      case 0, 1 -> 0;
      case 2 -> 1;
      case 3 -> 2;
      case 4 -> 4;
      case 5, 8 -> 8;
      case 6, TEXT -> VARIABLE;
      case 9 -> 16;
      default -> UNKNOWN;
    };
  }
}
