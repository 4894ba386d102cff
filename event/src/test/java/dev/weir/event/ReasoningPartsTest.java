package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseStart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

  @Test
  void thePrinterPutsABlankLineBetweenParts() {
    var printed = new StringBuilder();
    var tracker = new PhaseTracker(new PhasePrinter(printed::append));
    var block = new BlockId(0, 0);
    tracker.accept(new ResponseStart("r", "m"));
    tracker.accept(new BlockStart(block, BlockKind.REASONING, null, null, false, Map.of()));
    tracker.accept(new BlockDelta(block, 0, "I look "));
    tracker.accept(new BlockDelta(block, 0, "at both."));
    tracker.accept(new BlockDelta(block, 1, "Then I write."));

    assertThat(printed).hasToString("[thinking]\nI look at both.\n\nThen I write.");
  }
}
