package dev.weir.terminal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClustersTest {

  @ParameterizedTest
  @CsvSource({
    "abc, 3",
    "é, 1",
    "e\u0301, 1",
    "荷兰, 4",
    "🌊, 2",
    "👩\u200d💻, 2",
    "👨\u200d👩\u200d👧\u200d👦, 2",
    "👍🏽, 2",
    "❤\ufe0f, 2",
    "🇩🇪, 2",
    "한국, 4",
    "שלום, 4",
    "שָׁלוֹם, 4",
    "مرحبا, 5",
    "\u0301, 1"
  })
  void aTextIsAsWideAsItIsDrawn(String text, int columns) {
    assertThat(Clusters.width(text)).isEqualTo(columns);
  }

  @Test
  void shortCutsFindTheSameEndsAsTheFullRules() {
    var random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder();
      for (int length = 1 + random.nextInt(8); length > 0; length--) {
        text.appendCodePoint(codePoint(random));
      }
      assertThat(ends(text.toString())).as(text.toString()).isEqualTo(fullRules(text.toString()));
    }
  }

  private static int codePoint(Random random) {
    int[] joining = {0x200d, 0xfe0f, 0x301, 0x1f468, 0x1f1e9, 0x1100, 0x1161, 0x915, 0x94d, 0x600};
    return switch (random.nextInt(4)) {
      case 0 -> joining[random.nextInt(joining.length)];
      case 1 -> 'a' + random.nextInt(26);
      case 2 -> 0x2764;
      default -> ' ' + random.nextInt(0xd000);
    };
  }

  private static List<Integer> ends(String text) {
    var clusters = new Clusters(text);
    List<Integer> ends = new ArrayList<>();
    while (clusters.next()) {
      ends.add(clusters.to());
    }
    return ends;
  }

  private static List<Integer> fullRules(String text) {
    var iterator = BreakIterator.getCharacterInstance(Locale.ROOT);
    iterator.setText(text);
    List<Integer> ends = new ArrayList<>();
    iterator.first();
    for (int at = iterator.next(); at != BreakIterator.DONE; at = iterator.next()) {
      ends.add(at);
    }
    return ends;
  }

  @Test
  void aMarkWithoutALetterStandsOnACircle() {
    assertThat(Clusters.drawable("\u0301a")).isEqualTo("\u25cc\u0301a");
  }

  @Test
  void marksWithoutEndAreCut() {
    String drawn = Clusters.drawable("a" + "\u0301".repeat(1000) + "b");
    assertThat(drawn).hasSizeLessThan(20).startsWith("a\u0301").endsWith("b");
  }

  @Test
  void tabsReachTheNextStop() {
    assertThat(Tabs.expand("a\tb\t荷\tc")).isEqualTo("a       b       荷      c");
  }
}
