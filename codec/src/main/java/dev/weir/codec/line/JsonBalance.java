package dev.weir.codec.line;

/**
 * Finds where a JSON object or array that spans lines is complete, by counting brackets.
 *
 * <p>It does not validate: that is the parser's job. It looks at each byte once.
 */
public final class JsonBalance {
  private int depth;
  private boolean inString;
  private boolean escaped;
  private boolean opened;

  /** Whether text that starts with this byte can be counted at all. */
  public static boolean opens(byte first) {
    return first == '{' || first == '[';
  }

  public void feed(byte[] array, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = array[i];
      if (inString) {
        if (escaped) {
          escaped = false;
        } else if (b == '\\') {
          escaped = true;
        } else if (b == '"') {
          inString = false;
        }
      } else if (b == '"') {
        inString = true;
      } else if (b == '{' || b == '[') {
        depth++;
        opened = true;
      } else if (b == '}' || b == ']') {
        depth--;
      }
    }
  }

  /** Whether everything that was opened is closed again. */
  public boolean isWhole() {
    return opened && depth <= 0 && !inString;
  }
}
