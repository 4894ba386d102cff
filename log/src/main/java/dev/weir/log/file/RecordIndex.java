package dev.weir.log.file;

import java.util.Arrays;

/**
 * Where the records of one stream are, by the position of their first event.
 *
 * <p>A live stream gets a record for every few events, and the index of every stream that is kept
 * stays in memory: so each record takes a few bytes, the distances to the one before it, seven bits
 * in each byte. Every so often a mark says where to begin, so that finding a record stays short.
 */
final class RecordIndex {
  private static final int RECORDS_PER_MARK = 64;
  private static final int FIRST_CAPACITY = 16;

  /** Two distances of at most 64 bits. */
  private static final int MOST_BYTES = 20;

  private byte[] distances = new byte[0];
  private int length;
  private int records;
  private long lastPosition;
  private long lastLocation;

  /** Of every 64th record: its position, its location, and where the distances go on after it. */
  private long[] marks = new long[0];

  private static final int MARK_LONGS = 3;

  /** Adds a record behind all others, in the stream and in the log. */
  void add(long position, long location) {
    if (records > 0 && (position < lastPosition || location <= lastLocation)) {
      throw new IllegalArgumentException(
          "A record at position %,d, location %,d cannot follow one at %,d, %,d"
              .formatted(position, location, lastPosition, lastLocation));
    }
    if (records % RECORDS_PER_MARK == 0) {
      int at = records / RECORDS_PER_MARK * MARK_LONGS;
      marks = Arrays.copyOf(marks, at + MARK_LONGS);
      marks[at] = position;
      marks[at + 1] = location;
      marks[at + 2] = length;
    } else {
      if (distances.length - length < MOST_BYTES) {
        distances = Arrays.copyOf(distances, Math.max(FIRST_CAPACITY + MOST_BYTES, length * 3 / 2));
      }
      put(position - lastPosition);
      put(location - lastLocation);
    }
    records++;
    lastPosition = position;
    lastLocation = location;
  }

  private void put(long distance) {
    long rest = distance;
    while (rest > 0x7f) {
      distances[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    distances[length++] = (byte) rest;
  }

  /** The location of the record with the event at a position, which is not before the first. */
  long location(long position) {
    int mark = mark(position);
    long at = marks[mark * MARK_LONGS];
    long location = marks[mark * MARK_LONGS + 1];
    int from = (int) marks[mark * MARK_LONGS + 2];
    int left = Math.min(RECORDS_PER_MARK, records - mark * RECORDS_PER_MARK) - 1;
    for (; left > 0; left--) {
      int end = end(from);
      at += distance(from, end);
      if (at > position) {
        break;
      }
      from = end(end);
      location += distance(end, from);
    }
    return location;
  }

  /** The last mark that is not behind a position. */
  private int mark(long position) {
    int low = 0;
    int high = (records - 1) / RECORDS_PER_MARK;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (marks[middle * MARK_LONGS] <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Where the distance that begins there ends. */
  private int end(int from) {
    int at = from;
    while (distances[at] < 0) {
      at++;
    }
    return at + 1;
  }

  private long distance(int from, int to) {
    long distance = 0;
    for (int at = to - 1; at >= from; at--) {
      distance = distance << 7 | (distances[at] & 0x7f);
    }
    return distance;
  }
}
