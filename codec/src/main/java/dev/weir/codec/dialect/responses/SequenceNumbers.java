package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamFault;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Follows the sequence numbers of one response.
 *
 * <p>The first number seen is the baseline, so a resumed stream may begin anywhere. A chunk without
 * a number is skipped, but may have taken one: some servers number only some of their events. A
 * server that numbers everything zero numbers nothing. A number beyond the expected one is a gap,
 * and counting goes on from there; a smaller one is reported and never moves the count back. If it
 * was missing before, its chunk came late; else it is a duplicate.
 *
 * <p>A smaller number on a delta that was already seen under the same number is a chunk sent twice:
 * it must not be decoded twice. That holds only as long as no number was used for different chunks.
 */
final class SequenceNumbers {
  /** A power of two: asked for with every delta, and a division is slow. */
  private static final int REMEMBERED = 64;

  /** Beyond this many missing numbers, single ones are no longer waited for. */
  private static final int MAX_MISSING = 1024;

  private final EventWriter writer;
  private final long[] numbers = new long[REMEMBERED];
  private final int[] marks = new int[REMEMBERED];
  private long expected;
  private boolean started;
  private boolean onlyZeros;
  private int zeros;
  private boolean unreliable;
  private final Set<Long> missing = new HashSet<>();

  /** How many chunks without a number have come since the last that had one. */
  private long unnumbered;

  /** The type and the item of the last chunk. */
  private int place;

  SequenceNumbers(EventWriter writer) {
    this.writer = writer;
  }

  /** Another response begins: its first number is a new baseline. */
  void reset() {
    started = false;
    unreliable = false;
  }

  /** Whether the chunks are numbered. */
  boolean isNumbered() {
    return started && !onlyZeros;
  }

  /** Whether the last chunk had no number though others have. */
  boolean isWaiting() {
    return isNumbered() && unnumbered > 0;
  }

  /** Takes a chunk's number; returns whether the chunk is new, so that it must be decoded. */
  boolean accept(String type, Json chunk) {
    Long number = chunk.get("sequence_number").number();
    if (number == null) {
      // Keep-alives are not among the response's events.
      unnumbered += type.startsWith("response.") ? 1 : 0;
      return true;
    }
    if (!started) {
      start(number);
    } else if (onlyZeros && number == 0) {
      zeros++;
      return true;
    } else if (onlyZeros && zeros > 1) {
      start(number);
    }
    onlyZeros &= number == 0;
    place = 31 * type.hashCode() + Objects.hashCode(chunk.get("output_index").number());
    int mark = mark(chunk.get("delta"));
    if (number < expected) {
      return late(number, mark);
    }
    long skipped = Math.min(unnumbered, number - expected);
    if (number > expected + skipped) {
      gap(expected + skipped, number);
    }
    unnumbered = 0;
    expected = number + 1;
    numbers[slot(number)] = number;
    marks[slot(number)] = mark;
    return true;
  }

  private void gap(long from, long to) {
    for (long lost = from; lost < to && missing.size() < MAX_MISSING; lost++) {
      missing.add(lost);
    }
    writer.sequenceGap(from, to);
  }

  private void start(long number) {
    started = true;
    unnumbered = 0;
    missing.clear();
    expected = number;
    onlyZeros = number == 0;
    zeros = 1;
    Arrays.fill(numbers, -1);
  }

  private boolean late(long number, int mark) {
    if (missing.remove(number)) {
      numbers[slot(number)] = number;
      marks[slot(number)] = mark;
      writer.fault(
          StreamFault.Kind.LATE,
          "Expected sequence number %,d, saw %,d: it came late, but is not lost"
              .formatted(expected, number));
      return true;
    }
    boolean known = numbers[slot(number)] == number;
    boolean repeated = known && marks[slot(number)] == mark && !unreliable;
    unreliable |= known && !repeated;
    writer.fault(
        StreamFault.Kind.SEQUENCE,
        "Expected sequence number %,d, saw %,d: %s"
            .formatted(
                expected,
                number,
                repeated ? "the same chunk again, left out" : "a duplicate or out of order"));
    return !repeated;
  }

  private static int slot(long number) {
    return (int) number & (REMEMBERED - 1);
  }

  /**
   * Takes the number of a chunk that equals the last one except for its number and its text;
   * returns false, and changes nothing, if it is not the expected one.
   */
  boolean continues(long number, String delta) {
    if (!started || onlyZeros || number != expected) {
      return false;
    }
    expected = number + 1;
    numbers[slot(number)] = number;
    marks[slot(number)] = mark(delta);
    return true;
  }

  /** Tells chunks apart by what they add; a chunk that adds nothing does no harm twice. */
  private int mark(Json delta) {
    String text = delta.text();
    return text == null ? 31 * place + delta.hashCode() : mark(text);
  }

  private int mark(String delta) {
    return 31 * place + delta.hashCode();
  }
}
