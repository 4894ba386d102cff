package dev.weir.event.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ByNumberTest {
  private record Named(int number, String name) {}

  private final ByNumber<Named> values = new ByNumber<>(Named::number);

  @Test
  void whatIsThereIsFoundByItsNumberAndListedInItsOrder() {
    var third = new Named(3, "third");
    var first = new Named(1, "first");
    values.put(third);
    values.put(first);
    assertThat(values.values()).containsExactly(first, third);
    assertThat(values.get(3)).isEqualTo(third);
    assertThat(values.get(2)).isNull();
    assertThat(values.last()).isEqualTo(third);
    assertThat(values.remove(1)).isEqualTo(first);
    assertThat(values.remove(1)).isNull();
    assertThat(values.values()).containsExactly(third);
  }

  @Test
  void aNumberHasOneValueTheLast() {
    values.put(new Named(1, "before"));
    values.put(new Named(1, "after"));
    assertThat(values.values()).containsExactly(new Named(1, "after"));
    assertThat(values.size()).isEqualTo(1);
  }

  @Test
  void nothingIsLeftOfWhatWasForgotten() {
    values.put(new Named(1, "one"));
    values.clear();
    assertThat(values.values()).isEmpty();
    assertThat(values.last()).isNull();
    assertThat(values.get(1)).isNull();
    values.put(new Named(2, "two"));
    assertThat(values.values()).containsExactly(new Named(2, "two"));
  }

  @Test
  void theListThatWasAskedForStaysAsItWas() {
    values.put(new Named(1, "one"));
    List<Named> before = values.values();
    values.put(new Named(0, "zero"));
    values.remove(1);
    assertThat(before).containsExactly(new Named(1, "one"));
  }

  @Test
  void itKeepsWhatAMapWouldKeep() {
    var random = new Random(/* seed= */ 7);
    Map<Integer, Named> map = new TreeMap<>();
    for (int step = 0; step < 20_000; step++) {
      int number = random.nextInt(-50, 50);
      if (random.nextInt(5) < 2) {
        assertThat(values.remove(number)).isEqualTo(map.remove(number));
      } else {
        var value = new Named(number, "of step " + step);
        values.put(value);
        map.put(number, value);
      }
      assertThat(values.get(-number)).isEqualTo(map.get(-number));
      assertThat(values.size()).isEqualTo(map.size());
    }
    assertThat(values.values()).containsExactlyElementsOf(map.values());
  }
}
