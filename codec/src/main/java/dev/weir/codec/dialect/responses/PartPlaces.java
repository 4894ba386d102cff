package dev.weir.codec.dialect.responses;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds the index under which each part of a final payload was streamed.
 *
 * <p>Parts are in order in a final payload, and their place is their index, except on vLLM, which
 * counts {@code content_index} over all items of the response: there the parts are taken in order.
 */
final class PartPlaces {
  private PartPlaces() {}

  /** The index of each of {@code size} parts, where those were streamed. */
  static List<Integer> match(Collection<Integer> streamed, int size) {
    List<Integer> seen = new ArrayList<>(new TreeSet<>(streamed));
    boolean countsFromZero = seen.isEmpty() || seen.getLast() < size;
    List<Integer> places = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      if (countsFromZero) {
        places.add(i);
      } else {
        places.add(i < seen.size() ? seen.get(i) : seen.getLast() + 1 + i - seen.size());
      }
    }
    return places;
  }
}
