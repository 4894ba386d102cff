package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TallyTest {
  @Test
  void everyKeyIsCountedHoweverManyThereAre() {
    var tally = new Tally();
    for (String key : List.of("a", "a", "b", "a", "c", "d", "e", "f", "e", "b", "i", "h", "g")) {
      tally.add(key);
    }
    Map<String, Long> counted = new LinkedHashMap<>();
    tally.forEach(counted::put);
    assertThat(counted.toString()).isEqualTo("{a=3, b=2, c=1, d=1, e=2, f=1, i=1, h=1, g=1}");
  }
}
