package dev.weir.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.lifecycle.LifecycleFrame;
import org.junit.jupiter.api.Test;

class SnapshotTest {

  @Test
  void deltasAreJoinedUpToTheNextPart() {
    var snapshot = new Snapshot();
    snapshot.accept(frame(1, "thinking_start", ""));
    snapshot.accept(frame(2, "thinking_delta", ",\"content\":\"I look \""));
    snapshot.accept(frame(3, "thinking_delta", ",\"content\":\"at both.\""));
    snapshot.accept(frame(4, "thinking_delta", ",\"content\":\"Then \",\"newPart\":true"));
    snapshot.accept(frame(5, "thinking_delta", ",\"content\":\"I write.\""));

    assertThat(snapshot.frame().data())
        .contains("\"content\":\"I look at both.\"}")
        .contains("\"content\":\"Then I write.\",\"newPart\":true}");
  }

  private static LifecycleFrame frame(long id, String type, String fields) {
    return new LifecycleFrame(
        id, "{\"type\":\"%s\",\"phase\":0,\"timestamp\":0%s}".formatted(type, fields));
  }
}
