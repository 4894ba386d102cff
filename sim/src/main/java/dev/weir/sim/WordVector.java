package dev.weir.sim;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A vector of length 1 for a text, always the same for the same text. Texts that share words are
 * near to each other, so that a search over such vectors finds what it would be expected to.
 */
final class WordVector {
  /** How many places of a vector a word touches. */
  private static final int PLACES = 8;

  private WordVector() {}

  static float[] of(String text, int dimensions) {
    double[] sum = new double[dimensions];
    // Two texts of different words are not to be equal to one without any.
    add(sum, "", /* weight= */ 0.01);
    for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
      add(sum, word, /* weight= */ word.isEmpty() ? 0 : 1);
    }
    double square = 0;
    for (double each : sum) {
      square += each * each;
    }
    float[] vector = new float[dimensions];
    for (int i = 0; i < dimensions; i++) {
      vector[i] = (float) (sum[i] / Math.sqrt(square));
    }
    return vector;
  }

  private static void add(double[] sum, String word, double weight) {
    var places = new SplittableRandom(word.hashCode());
    for (int i = 0; i < PLACES; i++) {
      sum[places.nextInt(sum.length)] += places.nextBoolean() ? weight : -weight;
    }
  }
}
