package dev.weir.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.file.FileStreamLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptStreamTest {
  private @TempDir Path folder;

  /** Clients were told that the gateway had stopped when a stream's last reader had just left. */
  @Test
  void onlyAStreamThatIsOverGetsTheEndThatItLacks() throws Exception {
    try (StreamLog log = FileStreamLog.open(folder)) {
      log.begin("a", "alice", "").get();
      log.append(new Addition("a", 0, /* atMillis= */ 1, List.of(new ResponseStart("r", "m"))))
          .get();
      List<StreamEvent> events = new ArrayList<>();
      assertThatThrownBy(() ->
              KeptStream.readAll(log, "a", /* beganMillis= */ 0, (event, at) -> events.add(event)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("goes on after event 1");
      assertThat(events).containsExactly(new ResponseStart("r", "m"));

      events.clear();
      log.cut("a").get();
      KeptStream.readAll(log, "a", /* beganMillis= */ 0, (event, at) -> events.add(event));
      assertThat(events.getLast()).isInstanceOf(ResponseEnd.class);
    }
  }
}
