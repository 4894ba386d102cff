package dev.weir.codec.json;

import dev.weir.codec.Bytes;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;

/**
 * A chunk whose long texts have been read beforehand: the parser sees empty strings in their
 * places, and everything around them as it is.
 */
final class ShortenedChunk {
  private record LeftOut(int place, String text) {}

  private final Bytes chunk;
  private final byte[] bytes;
  private final List<LeftOut> leftOut = new ArrayList<>(1);
  private int length;
  private int copied;
  private int read;

  /**
   * @param lessBytes how much shorter it will be at least
   */
  ShortenedChunk(Bytes chunk, int lessBytes) {
    this.chunk = chunk;
    this.bytes = new byte[chunk.length() - lessBytes];
    this.copied = chunk.from();
  }

  /** Leaves out the inside of a string. */
  void leaveOut(int from, int to, String text) {
    copy(from);
    copied = to;
    leftOut.add(new LeftOut(length - 1, text));
  }

  /** What the parser is to read. */
  Bytes bytes() {
    copy(chunk.to());
    return Bytes.of(bytes, 0, length);
  }

  private void copy(int to) {
    System.arraycopy(chunk.array(), copied, bytes, length, to - copied);
    length += to - copied;
    copied = to;
  }

  /** The parser begins. */
  void begin() {
    read = 0;
  }

  /** The text at which the parser is. */
  String read(JsonParser parser) {
    String text = parser.getString();
    boolean mayBeLeftOut = text.isEmpty() && read < leftOut.size();
    return mayBeLeftOut
            && parser.currentTokenLocation().getByteOffset() == leftOut.get(read).place()
        ? leftOut.get(read++).text()
        : text;
  }

  /** Whether the parser has come to every text that was left out. */
  boolean isRead() {
    return read == leftOut.size();
  }
}
