package dev.weir.bench.stream;

import java.util.List;
import java.util.Random;

/**
 * Makes texts as models stream them: words with their leading space, pieces of words, punctuation;
 * here and there a line end or a quote that JSON must escape, a letter or an emoji outside ASCII.
 * Always the same texts for the same seed.
 */
final class Texts {

  /**
   * What the texts of one provider are like, as counted in some eight thousand recorded deltas.
   *
   * @param meanTokens tokens in one text on average, of about five characters each
   * @param escapedPercent how many texts need an escape
   * @param notAsciiPercent how many texts are not all ASCII
   */
  record Mix(int meanTokens, int escapedPercent, int notAsciiPercent) {
    static final Mix OPENAI = new Mix(1, 5, 3);
    static final Mix ANTHROPIC = new Mix(4, 16, 4);
    static final Mix GEMINI = new Mix(28, 60, 9);
  }

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
          " question",
          " example",
          " however",
          " provider",
          " different",
          " response",
          " through",
          " changes",
          " number",
          " together",
          " already",
          "ing",
          "ed",
          "s",
          "ation",
          "ly",
          "The",
          ",",
          ".",
          ",",
          ".",
          ":",
          " 1",
          "00",
          " (",
          ")",
          "**",
          " `",
          "_");
  private static final List<String> ESCAPED =
      List.of("\n", "\n\n", ".\n", " \"", "\"", "\",", "\n- ", "\n\t", "\\", ":\n\n");
  private static final List<String> NOT_ASCII =
      List.of(" —", "’s", "é", "ü", " naïve", " “", "”", "…", " 水", "河流", "🌊", " ≥");

  private final Random random;
  private final Mix mix;

  Texts(long seed, Mix mix) {
    this.random = new Random(seed);
    this.mix = mix;
  }

  String next() {
    int tokens = mix.meanTokens() == 1 ? 1 : 1 + random.nextInt(2 * mix.meanTokens() - 1);
    int special = random.nextInt(tokens);
    boolean isEscaped = random.nextInt(100) < mix.escapedPercent();
    boolean isNotAscii = random.nextInt(100) < mix.notAsciiPercent();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tokens; i++) {
      if (i == special && isNotAscii) {
        text.append(oneOf(NOT_ASCII));
      } else if (i == special && isEscaped) {
        text.append(oneOf(ESCAPED));
      } else {
        text.append(oneOf(WORDS));
      }
    }
    return text.toString();
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
