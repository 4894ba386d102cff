package dev.weir.bench.stream;

import java.util.List;
import java.util.Random;

/**
 * Makes texts as models stream them: words with their leading space, pieces of words, punctuation;
 * here and there a line end or a quote that JSON must escape, a letter or a picture outside ASCII.
 *
 * <p>In recorded OpenAI streams a delta has 5 characters on average, 5 % of them need an escape and
 * 2 to 4 % are not ASCII; the mix below gives about that. Always the same texts for the same seed.
 */
final class Texts {
  private static final List<String> WORDS =
      List.of(
          " the",
          " of",
          " a",
          " to",
          " and",
          " in",
          " is",
          " that",
          " for",
          " with",
          " water",
          " river",
          " level",
          " flow",
          " gate",
          " upstream",
          " measure",
          " stream",
          " each",
          " at",
          " because",
          " between",
          " when",
          " it",
          " be",
          " value",
          " result",
          " order",
          " stone",
          "ing",
          "ed",
          "s",
          "er",
          "ation",
          "ly",
          "un",
          "The",
          "In",
          "A",
          ",",
          ".",
          ",",
          ".",
          ":",
          " 1",
          " 2",
          "00",
          "5",
          " (",
          ")",
          "-",
          "**",
          " `",
          "`",
          " =",
          " |",
          "/",
          "_");
  private static final List<String> ESCAPED =
      List.of("\n", "\n\n", ".\n", " \"", "\"", "\",", "\n- ", "\n\t", "\\", ":\n\n");
  private static final List<String> NOT_ASCII =
      List.of(" —", "’s", "é", "ü", " naïve", " “", "”", "…", " 水", "河流", "🌊", " ≥");

  private static final int ESCAPED_PERCENT = 5;
  private static final int NOT_ASCII_PERCENT = 3;

  private final Random random;
  private final int meanTokens;

  /**
   * @param meanTokens tokens in one text on average: OpenAI sends one, others join several
   */
  Texts(long seed, int meanTokens) {
    this.random = new Random(seed);
    this.meanTokens = meanTokens;
  }

  String next() {
    int tokens = meanTokens == 1 ? 1 : 1 + random.nextInt(2 * meanTokens - 1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tokens; i++) {
      text.append(token());
    }
    return text.toString();
  }

  private String token() {
    int percent = random.nextInt(100);
    if (percent < ESCAPED_PERCENT) {
      return oneOf(ESCAPED);
    }
    return oneOf(percent < ESCAPED_PERCENT + NOT_ASCII_PERCENT ? NOT_ASCII : WORDS);
  }

  private String oneOf(List<String> tokens) {
    return tokens.get(random.nextInt(tokens.size()));
  }

  /** Letters and digits without meaning. */
  String noise(int length) {
    String signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    StringBuilder noise = new StringBuilder();
    for (int i = 0; i < length; i++) {
      noise.append(signs.charAt(random.nextInt(signs.length())));
    }
    return noise.toString();
  }

  int below(int bound) {
    return random.nextInt(bound);
  }
}
