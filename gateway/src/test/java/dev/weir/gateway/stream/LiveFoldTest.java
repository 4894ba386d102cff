package dev.weir.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.GrowingBytes;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveFoldTest {
  private static final StreamDescription ABOUT =
      new StreamDescription(
          "id", "local", "p", null, null, Instant.EPOCH, "", null, Json.Null.NULL, true);

  @Test
  void whoJoinsWhileTheBeginningIsReadGetsOnlyWhatItDoesNotCatchUpWith() {
    // A reader that came between an arrival and the end of the reading got that arrival twice.
    var fold = new LiveFold(ABOUT, Formats.EVENTS, new GrowingBytes(16), /* isReady= */ false);
    var first = new Seen();
    var second = new Seen();

    fold.add(first, 1);
    fold.deliver(arrival(1, "b"));
    fold.add(second, 2);
    fold.deliver(arrival(2, "c"));
    fold.begin(event("a"), 1);
    fold.ready();
    fold.deliver(arrival(3, "d"));

    assertThat(first.text()).doesNotContain("\"a\"").contains("\"b\"", "\"c\"", "\"d\"");
    assertThat(second.text()).doesNotContain("\"a\"", "\"b\"").contains("\"c\"", "\"d\"");
    assertThat(first.text()).contains("id: 2\n", "id: 3\n", "id: 4\n");
  }

  private static Arrival arrival(long position, String status) {
    return new Arrival("s", position, List.of(event(status)), position + 1, 0);
  }

  private static StreamEvent event(String status) {
    return new ResponseProgress(status, null, null);
  }

  /** Keeps what it gets. */
  private static final class Seen implements LiveFold.Reader {
    private final List<Batch> batches = new ArrayList<>();

    @Override
    public boolean live(Batch batch) {
      batches.add(batch.kept());
      return true;
    }

    @Override
    public void drop() {
      throw new AssertionError("dropped");
    }

    String text() {
      StringBuilder text = new StringBuilder();
      batches.forEach(batch -> text.append(batch.frames()));
      return text.toString();
    }
  }
}
