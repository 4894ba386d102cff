package dev.weir.codec.json;

import dev.weir.codec.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/**
 * Reads the texts of one stream, and knows a long one again.
 *
 * <p>Providers repeat a whole text in several chunks, one right after the other. A parser goes
 * through it character by character; that its bytes are those of the text before is seen at a
 * glance, and the parser then only skips it. The longest text of a chunk is kept until the next
 * chunk has been read. Belongs to one stream and one thread at a time.
 */
public final class RepeatedText {
  /** Shorter ones are read again as fast as they are compared. */
  private static final int MIN_BYTES = 1024;

  private static final Bytes NOTHING = Bytes.of(new byte[0]);

  private Bytes chunk = NOTHING;

  /** The inside of the longest string of the chunk before, and what it says. */
  private Bytes known = NOTHING;

  private String knownText = "";

  /** The same of this chunk. */
  private Bytes longest = NOTHING;

  private String longestText = "";

  /** Begins a chunk; absent if none of its texts can be long. */
  @Nullable RepeatedText in(Bytes bytes) {
    boolean mayBeLong = bytes.length() > MIN_BYTES;
    known = mayBeLong ? longest : NOTHING;
    knownText = mayBeLong ? longestText : "";
    longest = NOTHING;
    longestText = "";
    chunk = mayBeLong ? bytes : NOTHING;
    return mayBeLong ? this : null;
  }

  /** The text at which the parser is. */
  String read(JsonParser parser) {
    int from = chunk.from() + (int) parser.currentTokenLocation().getByteOffset() + 1;
    if (isKnownAt(from)) {
      keep(from, from + known.length(), knownText);
      return knownText;
    }
    String text = parser.getString();
    keep(from, chunk.from() + (int) parser.currentLocation().getByteOffset() - 1, text);
    return text;
  }

  private void keep(int from, int to, String text) {
    if (to - from >= MIN_BYTES && to - from > longest.length() && isString(from, to)) {
      longest = Bytes.of(chunk.array(), from, to);
      longestText = text;
    }
  }

  private boolean isKnownAt(int from) {
    int to = from + known.length();
    return known.length() > 0
        && to < chunk.to()
        && isString(from, to)
        && Arrays.equals(chunk.array(), from, to, known.array(), known.from(), known.to());
  }

  /** Whether there are quotes around that place: none that ends a string is inside a known one. */
  private boolean isString(int from, int to) {
    return chunk.array()[from - 1] == '"' && chunk.array()[to] == '"';
  }
}
