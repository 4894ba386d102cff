package dev.weir.codec.json;

import dev.weir.codec.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the long texts of one stream, and knows one again.
 *
 * <p>A parser goes through a text character by character. A long one is read here, many bytes at a
 * time, and the parser is given the chunk without it. Providers also repeat a whole text in several
 * chunks, one right after the other: that its bytes are those of the text before is seen at a
 * glance. The longest text of a chunk is kept until the next chunk has been read. Belongs to one
 * stream and one thread at a time.
 */
public final class RepeatedText {
  /** Shorter ones the parser reads as fast as they are taken out. */
  private static final int MIN_BYTES = 1024;

  private static final int NONE = -1;

  private static final Bytes NOTHING = Bytes.of(new byte[0]);

  private final TextScan scan = new TextScan();
  private boolean hasEscapes;

  /** The inside of the longest string of the chunk before, and what it says. */
  private Bytes known = NOTHING;

  private String knownText = "";

  /** The same of this chunk. */
  private Bytes longest = NOTHING;

  private String longestText = "";

  /** A chunk without its long texts; absent if it has none. */
  @Nullable ShortenedChunk shorten(Bytes chunk) {
    known = longest;
    knownText = longestText;
    longest = NOTHING;
    longestText = "";
    ShortenedChunk shortened = chunk.length() > MIN_BYTES ? withoutTexts(chunk) : null;
    known = NOTHING;
    knownText = "";
    return shortened;
  }

  /** Outside of strings a quote begins one: that much is certain before the chunk is parsed. */
  private @Nullable ShortenedChunk withoutTexts(Bytes chunk) {
    byte[] a = chunk.array();
    ShortenedChunk shortened = null;
    int at = chunk.from();
    while (at < chunk.to()) {
      at = scan.special(a, at, chunk.to());
      if (at == chunk.to() || a[at] != '"') {
        at++;
        continue;
      }
      int from = at + 1;
      boolean isKnown = isKnownAt(chunk, from);
      int to = isKnown ? from + known.length() : end(a, from, chunk.to());
      if (to == NONE) {
        break;
      }
      if (to - from >= MIN_BYTES && !isName(chunk, to + 1)) {
        String text =
            isKnown ? knownText : JsonString.read(a, from, to, scan.isAscii(), hasEscapes);
        if (text != null) {
          shortened = shortened == null ? new ShortenedChunk(chunk, to - from) : shortened;
          shortened.leaveOut(from, to, text);
          keep(Bytes.of(a, from, to), text);
        }
      }
      at = to + 1;
    }
    return shortened;
  }

  private void keep(Bytes inside, String text) {
    if (inside.length() > longest.length()) {
      longest = inside;
      longestText = text;
    }
  }

  private boolean isKnownAt(Bytes chunk, int from) {
    int to = from + known.length();
    return known.length() > 0
        && to < chunk.to()
        && chunk.array()[to] == '"'
        && Arrays.equals(chunk.array(), from, to, known.array(), known.from(), known.to());
  }

  /** Where the string that has begun there ends; none if the parser must look at it. */
  private int end(byte[] a, int from, int limit) {
    scan.begin();
    hasEscapes = false;
    int at = scan.special(a, from, limit);
    while (at + 1 < limit && a[at] == '\\') {
      hasEscapes = true;
      at = scan.special(a, at + 2, limit);
    }
    return at < limit && a[at] == '"' ? at : NONE;
  }

  private static boolean isName(Bytes chunk, int after) {
    int at = after;
    while (at < chunk.to() && chunk.array()[at] <= ' ') {
      at++;
    }
    return at < chunk.to() && chunk.array()[at] == ':';
  }
}
