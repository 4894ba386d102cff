package dev.weir.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import org.junit.jupiter.api.Test;

class SnapshotTest {

  @Test
  void deltasAreJoinedUpToTheNextPart() {
    var snapshot = new Snapshot();
    snapshot.frame(frame(1, "thinking_start", ""));
    snapshot.frame(frame(2, "thinking_delta", ",\"content\":\"I look \""));
    snapshot.frame(frame(3, "thinking_delta", ",\"content\":\"at both.\""));
    snapshot.frame(frame(4, "thinking_delta", ",\"content\":\"Then \",\"newPart\":true"));
    snapshot.frame(frame(5, "thinking_delta", ",\"content\":\"I write.\""));

    assertThat(snapshot.frame().data().toString())
        .contains("\"content\":\"I look at both.\"}")
        .contains("\"content\":\"Then I write.\",\"newPart\":true}");
  }

  private static Frame frame(long id, String type, String fields) {
    String data = "{\"type\":\"%s\",\"phase\":0,\"timestamp\":0%s}".formatted(type, fields);
    return new Frame("", Long.toString(id), Bytes.of(data));
  }
}
