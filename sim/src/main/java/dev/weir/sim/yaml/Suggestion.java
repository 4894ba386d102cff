package dev.weir.sim.yaml;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Guesses which known word was meant. */
public final class Suggestion {
  private static final int FARTHEST = 3;

  private Suggestion() {}

  /** The known word that differs least; {@code null} if none is near. */
  public static @Nullable String nearest(String word, Collection<String> known) {
    String nearest = null;
    int least = Math.min(FARTHEST, word.length() / 2) + 1;
    for (String candidate : known) {
      int distance = distance(word, candidate);
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return nearest;
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
