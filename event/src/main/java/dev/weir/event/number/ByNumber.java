package dev.weir.event.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Values in the order of a number that each has, such as the open blocks of a stream. Mostly there
 * are one or two, which take less memory here than in a map; many are found in few steps too.
 * Belongs to one thread at a time.
 */
public final class ByNumber<V> {
  private static final Object[] NONE = {};

  private final ToIntFunction<? super V> number;

  /** The first, and mostly the only one. */
  private @Nullable V first;

  private Object[] others = NONE;
  private int size;

  /**
   * No values so far.
   *
   * @param number the number of a value, which does not change
   */
  public ByNumber(ToIntFunction<? super V> number) {
    this.number = number;
  }

  /** Adds a value, in the place of the one with its number if there is one. */
  public void put(V value) {
    int place = place(number.applyAsInt(value));
    if (place >= 0) {
      set(place, value);
      return;
    }
    int free = -place - 1;
    if (size > others.length) {
      others = Arrays.copyOf(others, 2 * size);
    }
    for (int i = size; i > free; i--) {
      set(i, at(i - 1));
    }
    set(free, value);
    size++;
  }

  /** The value of that number. */
  public @Nullable V get(int wanted) {
    int place = place(wanted);
    return place < 0 ? null : at(place);
  }

  /** The value of the highest number. */
  public @Nullable V last() {
    return size == 0 ? null : at(size - 1);
  }

  /** Removes the value of that number, and returns it. */
  public @Nullable V remove(int wanted) {
    int place = place(wanted);
    if (place < 0) {
      return null;
    }
    V removed = at(place);
    size--;
    for (int i = place; i < size; i++) {
      set(i, at(i + 1));
    }
    set(size, null);
    return removed;
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  /** The values now, in the order of their numbers. */
  public List<V> values() {
    List<V> all = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      all.add(at(i));
    }
    return all;
  }

  /** Forgets all of them. */
  public void clear() {
    first = null;
    others = NONE;
    size = 0;
  }

  /** Where the value of that number is, or as in {@link Arrays#binarySearch} would be. */
  private int place(int wanted) {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int found = number.applyAsInt(at(middle));
      if (found == wanted) {
        return middle;
      }
      if (found < wanted) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // Only values are put there, at places below size.
  private V at(int place) {
    return place == 0 ? first : (V) others[place - 1];
  }

  @SuppressWarnings("NullAway") // What was removed is let go.
  private void set(int place, @Nullable V value) {
    if (place == 0) {
      first = value;
    } else {
      others[place - 1] = value;
    }
  }
}
