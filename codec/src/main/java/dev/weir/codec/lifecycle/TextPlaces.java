package dev.weir.codec.lifecycle;

import java.util.HashMap;
import java.util.Map;
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

  private final Map<Integer, Place> places = new HashMap<>();
  private int phase;
  private int phaseLength;

  /** Text of a block was said. */
  void said(int block, int inPhase, String content) {
    if (inPhase != phase) {
      phase = inPhase;
      phaseLength = 0;
    }
    Place known = places.get(block);
    if (known == null) {
      places.put(block, new Place(phase, phaseLength, content.length()));
    } else if (known.phase() == phase && known.from() + known.length() == phaseLength) {
      places.put(block, new Place(phase, known.from(), known.length() + content.length()));
    } else {
      // In several pieces it has no single place.
      places.put(block, new Place(phase, 0, -1));
    }
    phaseLength += content.length();
  }

  /** Whether any text of a block was said. */
  boolean isKnown(int block) {
    return places.containsKey(block);
  }

  /** Where a block's text lies; absent if there is none, or not in one piece. */
  @Nullable Place of(int block) {
    Place known = places.get(block);
    return known == null || known.length() < 0 ? null : known;
  }

  /** Another text has taken a block's place; what follows it in its phase has moved. */
  void replaced(int block, Place old, int newLength) {
    int shift = newLength - old.length();
    int end = old.from() + old.length();
    places.replaceAll((other, place) ->
        place.phase() == old.phase() && place.from() >= end && place.length() >= 0
            ? new Place(place.phase(), place.from() + shift, place.length())
            : place);
    places.put(block, new Place(old.phase(), old.from(), newLength));
    phaseLength += old.phase() == phase ? shift : 0;
  }

  void clear() {
    places.clear();
  }
}
