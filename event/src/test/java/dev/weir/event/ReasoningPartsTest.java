package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent.BlockDelta;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasoningPartsTest {

  @ParameterizedTest
  @CsvSource({
    "one block, 0/0 0/0 0/0,          false false false",
    "parts of a block, 0/0 0/1 0/1,   false true false",
    "a first part that is not 0, 0/3, false",
    "two blocks, 0/0 1/0 1/0,         false true false",
    "blocks that take turns, 0/0 1/0 0/0, false true true",
  })
  void aPartBeginsWhereTheBlockOrItsPartIsAnother(String name, String deltas, String begins) {
    var parts = new ReasoningParts();
    List<String> said = new ArrayList<>();
    for (String delta : deltas.split(" ", -1)) {
      String[] numbers = delta.split("/", -1);
      var block = new BlockId(0, Integer.parseInt(numbers[0]));
      said.add(
          String.valueOf(parts.begins(new BlockDelta(block, Integer.parseInt(numbers[1]), "x"))));
    }

    assertThat(String.join(" ", said)).isEqualTo(begins);
  }
}
