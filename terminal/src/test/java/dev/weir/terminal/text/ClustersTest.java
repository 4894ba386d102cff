package dev.weir.terminal.text;

import static org.assertj.core.api.Assertions.assertThat;

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
