package dev.weir.codec.template;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.Hole;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds where the values of given paths are in the bytes of a chunk.
 *
 * <p>The chunk has been parsed before, so it is known to be JSON; this only walks it once.
 */
final class HoleFinder {
  /** A hole and the bytes of its value: inside the quotes of a text, all of a number. */
  record Found(Hole hole, int from, int to) {}

  private final byte[] a;
  private final List<Found> found = new ArrayList<>();
  private int at;

  private HoleFinder(byte[] array, int from) {
    this.a = array;
    this.at = from;
  }

  /** The holes that have a value of their kind, in order of place. */
  static List<Found> find(byte[] array, int from, List<Hole> holes) {
    var finder = new HoleFinder(array, from);
    finder.value(holes, /* depth= */ 0);
    finder.found.sort(Comparator.comparingInt(Found::from));
    return finder.found;
  }

  private void value(List<Hole> holes, int depth) {
    skipBlanks();
    switch (a[at]) {
      case '{' -> object(holes, depth);
      case '[' -> array(holes, depth);
      case '"' -> {
        int from = at + 1;
        skipString();
        ends(holes, depth, /* isText= */ true, from, at - 1);
      }
      default -> {
        int from = at;
        skipLiteral();
        boolean isNumber = a[from] >= '0' && a[from] <= '9';
        if (isNumber) {
          ends(holes, depth, /* isText= */ false, from, at);
        }
      }
    }
  }

  private void ends(List<Hole> holes, int depth, boolean isText, int from, int to) {
    for (Hole hole : holes) {
      if (hole.path().size() == depth && hole.role().isText() == isText) {
        found.add(new Found(hole, from, to));
      }
    }
  }

  private void object(List<Hole> holes, int depth) {
    at++;
    while (true) {
      skipBlanks();
      if (a[at] == '}') {
        at++;
        return;
      }
      if (a[at] == ',') {
        at++;
        continue;
      }
      int from = at + 1;
      skipString();
      int to = at - 1;
      skipBlanks();
      at++; // The colon.
      value(inside(holes, depth, a, from, to), depth + 1);
    }
  }

  private void array(List<Hole> holes, int depth) {
    at++;
    int index = 0;
    while (true) {
      skipBlanks();
      if (a[at] == ']') {
        at++;
        return;
      }
      if (a[at] == ',') {
        at++;
        continue;
      }
      byte[] place = Integer.toString(index++).getBytes(UTF_8);
      value(inside(holes, depth, place, 0, place.length), depth + 1);
    }
  }

  /** The holes below a name, which stands in an array. */
  private static List<Hole> inside(List<Hole> holes, int depth, byte[] array, int from, int to) {
    List<Hole> deeper = List.of();
    for (Hole hole : holes) {
      if (hole.path().size() > depth && isName(hole.path().get(depth), array, from, to)) {
        deeper = deeper.isEmpty() ? new ArrayList<>() : deeper;
        deeper.add(hole);
      }
    }
    return deeper;
  }

  /** Names of holes are ASCII. */
  private static boolean isName(String name, byte[] array, int from, int to) {
    if (name.length() != to - from) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) != array[from + i]) {
        return false;
      }
    }
    return true;
  }

  private void skipString() {
    at++;
    while (a[at] != '"') {
      at += a[at] == '\\' ? 2 : 1;
    }
    at++;
  }

  private void skipLiteral() {
    while (a[at] != ',' && a[at] != '}' && a[at] != ']' && a[at] > ' ') {
      at++;
    }
  }

  private void skipBlanks() {
    while (a[at] <= ' ') {
      at++;
    }
  }
}
