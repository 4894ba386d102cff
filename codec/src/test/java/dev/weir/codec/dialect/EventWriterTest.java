package dev.weir.codec.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.Limits;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventWriterTest {
  @Test
  void whatHasNothingToSayDoesNothing() {
    List<StreamEvent> events = new ArrayList<>();
    var writer = new EventWriter(Limits.DEFAULT);
    writer.to(events::add);
    writer.start("r", "m");
    OpenBlock block = writer.open(0, BlockKind.TEXT);
    writer.delta(block, "a");
    int said = events.size();

    writer.delta(block, "");
    assertThat(events).hasSize(said);

    writer.end(block);
    assertThat(events).hasSize(said + 1);
    writer.end(block);
    writer.end(block, /* complete= */ false);
    assertThat(events).hasSize(said + 1);
  }

  @Test
  void aDialectThatRepeatsNothingCannotCompareWhatItStreamed() {
    var writer = new EventWriter(Limits.DEFAULT);
    writer.repeatsNothing();
    OpenBlock block = writer.open(0, BlockKind.TEXT);
    writer.delta(block, "river");

    assertThat(block.length()).isEqualTo(5);
    assertThatThrownBy(() -> writer.reconcile(block, "river"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aPreviewNeverEndsInHalfACharacter() {
    for (int before = 0; before < 2; before++) {
      String preview = EventWriter.preview("x".repeat(before) + "😀".repeat(1_000));
      assertThat(Character.isHighSurrogate(preview.charAt(preview.length() - 1))).isFalse();
    }
  }
}
