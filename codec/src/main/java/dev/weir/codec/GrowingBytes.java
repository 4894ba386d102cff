package dev.weir.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Bytes that grow at their end and are written only once, where they are needed: text goes straight
 * into UTF-8, without a string or an array of its own. Belongs to one thread at a time.
 */
public final class GrowingBytes {
  private static final int MOST_DIGITS = 18;
  private static final long FIRST_WITH_MORE_DIGITS = 1_000_000_000_000_000_000L;
  private static final int MOST_PER_CHARACTER = 4;

  private byte[] array;
  private int length;

  /** Room for so many bytes at first. */
  public GrowingBytes(int capacity) {
    this.array = new byte[capacity];
  }

  /** How many bytes there are. */
  public int length() {
    return length;
  }

  /** The bytes so far with room after them; another array once more are added. */
  public byte[] array() {
    return array;
  }

  /** Forgets the bytes from there on. */
  public void truncate(int toLength) {
    length = toLength;
  }

  /** Forgets all bytes, and the room for them if they were more than that. */
  public void clear(int mostKept) {
    length = 0;
    if (array.length > mostKept) {
      array = new byte[mostKept];
    }
  }

  /** Adds a byte. */
  public GrowingBytes put(byte b) {
    room(1);
    array[length++] = b;
    return this;
  }

  /** Adds all of them. */
  public GrowingBytes put(byte[] bytes) {
    return put(bytes, 0, bytes.length);
  }

  /** Adds those from one index to before another. */
  public GrowingBytes put(byte[] bytes, int from, int to) {
    room(to - from);
    System.arraycopy(bytes, from, array, length, to - from);
    length += to - from;
    return this;
  }

  /** Adds four bytes, the highest first. */
  public GrowingBytes putInt(int value) {
    room(Integer.BYTES);
    setInt(length, value);
    length += Integer.BYTES;
    return this;
  }

  /** Adds eight bytes, the highest first. */
  public GrowingBytes putLong(long value) {
    return putInt((int) (value >>> Integer.SIZE)).putInt((int) value);
  }

  /** Replaces four bytes that were added before. */
  public void setInt(int at, int value) {
    array[at] = (byte) (value >>> 24);
    array[at + 1] = (byte) (value >>> 16);
    array[at + 2] = (byte) (value >>> 8);
    array[at + 3] = (byte) value;
  }

  /** Adds a text that has only ASCII characters. */
  public GrowingBytes ascii(String text) {
    int count = text.length();
    room(count);
    byte[] a = array;
    int at = length;
    for (int i = 0; i < count; i++) {
      a[at + i] = (byte) text.charAt(i);
    }
    length = at + count;
    return this;
  }

  /**
   * Adds the characters of a text from a place on, as long as each is one byte that means itself in
   * a JSON string too.
   *
   * @return where the first other character stands; the length of the text if there is none
   */
  public int plain(String text, int from) {
    int count = text.length();
    room(count - from);
    byte[] a = array;
    int shift = length - from;
    int at = from;
    while (at < count) {
      char c = text.charAt(at);
      if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
        break;
      }
      a[at + shift] = (byte) c;
      at++;
    }
    length = at + shift;
    return at;
  }

  /** Adds a text in UTF-8; half a character becomes a question mark, as everywhere in Java. */
  public GrowingBytes utf8(String text) {
    return put(text.getBytes(UTF_8));
  }

  /** Adds a number in decimal digits. */
  public GrowingBytes decimal(long value) {
    if (value < 0 || value >= FIRST_WITH_MORE_DIGITS) {
      return ascii(Long.toString(value));
    }
    room(MOST_DIGITS);
    int digits = 1;
    for (long rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    long rest = value;
    for (int at = length + digits - 1; at >= length; at--) {
      array[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    return this;
  }

  /** Adds one character that is not half of another, in UTF-8. */
  public void character(int codePoint) {
    room(MOST_PER_CHARACTER);
    if (codePoint < 0x80) {
      array[length++] = (byte) codePoint;
    } else if (codePoint < 0x800) {
      array[length++] = (byte) (0xC0 | codePoint >> 6);
      array[length++] = continued(codePoint);
    } else if (codePoint < 0x10000) {
      array[length++] = (byte) (0xE0 | codePoint >> 12);
      array[length++] = continued(codePoint >> 6);
      array[length++] = continued(codePoint);
    } else {
      array[length++] = (byte) (0xF0 | codePoint >> 18);
      array[length++] = continued(codePoint >> 12);
      array[length++] = continued(codePoint >> 6);
      array[length++] = continued(codePoint);
    }
  }

  private static byte continued(int bits) {
    return (byte) (0x80 | (bits & 0x3F));
  }

  /** Makes room for so many more bytes. */
  public void room(int more) {
    if (more > array.length - length) {
      long needed = (long) length + more;
      if (needed > Integer.MAX_VALUE - 8) {
        throw new OutOfMemoryError("%,d bytes in one array".formatted(needed));
      }
      long doubled = Math.min(2L * array.length, Integer.MAX_VALUE - 8);
      array = Arrays.copyOf(array, (int) Math.max(needed, doubled));
    }
  }

  /** The bytes so far where they lie; they change once more are added. */
  public Bytes bytes() {
    return Bytes.of(array, 0, length);
  }

  /** The bytes so far in an array of their own. */
  public byte[] toArray() {
    return Arrays.copyOf(array, length);
  }

  /** The text so far, with U+FFFD for what is not UTF-8. */
  @Override
  public String toString() {
    return new String(array, 0, length, UTF_8);
  }
}
