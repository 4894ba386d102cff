package dev.weir.codec.lifecycle;

import dev.weir.event.number.ByNumber;
import org.jspecify.annotations.Nullable;

/**
 * Knows where the text of each block is in the text of its phase, so that it can be named when it
 * has to be replaced. Offsets count UTF-16 units of all that the phase's deltas said.
 */
final class TextPlaces {
  /**
   * A stretch of a phase's text.
   *
   * @param from where it begins
   */
  record Place(int phase, int from, int length) {}

  /** The same while it grows: with every delta, so in place. */
  private static final class Growing {
    private final int block;
    private int phase;
    private int from;
    private int length;

    Growing(int block, int phase, int from, int length) {
      this.block = block;
      this.phase = phase;
      this.from = from;
      this.length = length;
    }

    boolean isWhole() {
      return length >= 0;
    }

    /** In several pieces it has no single place. */
    void scatter(int inPhase) {
      phase = inPhase;
      from = 0;
      length = -1;
    }
  }

  private final ByNumber<Growing> places = new ByNumber<>(place -> place.block);
  private int phase;
  private int phaseLength;

  /** The place of the block that spoke last: mostly it speaks again. */
  private @Nullable Growing last;

  /** Text of a block was said. */
  void said(int block, int inPhase, String content) {
    if (inPhase != phase) {
      phase = inPhase;
      phaseLength = 0;
    }
    Growing known = last != null && last.block == block ? last : places.get(block);
    if (known == null) {
      known = new Growing(block, phase, phaseLength, content.length());
      places.put(known);
    } else if (known.phase == phase && known.from + known.length == phaseLength) {
      known.length += content.length();
    } else {
      known.scatter(phase);
    }
    phaseLength += content.length();
    last = known;
  }

  /** Whether any text of a block was said. */
  boolean isKnown(int block) {
    return places.get(block) != null;
  }

  /** Where a block's text lies; absent if there is none, or not in one piece. */
  @Nullable Place of(int block) {
    Growing known = places.get(block);
    return known == null || !known.isWhole()
        ? null
        : new Place(known.phase, known.from, known.length);
  }

  /** Another text has taken a block's place; what follows it in its phase has moved. */
  void replaced(int block, Place old, int newLength) {
    int shift = newLength - old.length();
    int end = old.from() + old.length();
    for (Growing place : places.values()) {
      if (place.phase == old.phase() && place.from >= end && place.isWhole()) {
        place.from += shift;
      }
    }
    places.put(new Growing(block, old.phase(), old.from(), newLength));
    last = null;
    phaseLength += old.phase() == phase ? shift : 0;
  }

  void clear() {
    places.clear();
    last = null;
  }
}
