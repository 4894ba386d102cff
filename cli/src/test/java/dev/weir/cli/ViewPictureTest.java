package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.log.recording.Pace;
import dev.weir.log.recording.RecordingReader;
import dev.weir.log.recording.Replay;
import dev.weir.terminal.view.Detail;
import dev.weir.terminal.view.Room;
import dev.weir.terminal.view.StreamPanels;
import dev.weir.terminal.view.StreamView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The picture in the README is what the view shows; {@code -Dgolden=write} makes it anew. */
class ViewPictureTest {
  private static final Path PICTURE = Path.of("../docs/view.svg");
  private static final int COLUMNS = 80;
  private static final int ROWS = 24;

  @Test
  void thePictureIsMadeFromTheRecording() throws IOException, InterruptedException {
    String made = ViewPicture.of(view(3_300_000).rows(Room.of(COLUMNS, ROWS), 3_300_000), COLUMNS);
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(PICTURE, made);
    }
    assertThat(made).isEqualTo(Files.readString(PICTURE));
  }

  private static StreamView view(long untilMicros) throws IOException, InterruptedException {
    var panels = new StreamPanels("demo", "demo-1");
    try (var recording = RecordingReader.open(Path.of("../examples/rivers.jsonl"))) {
      Replay.run(
          recording,
          Pace.AT_ONCE,
          (event, atMicros) -> {
            if (atMicros <= untilMicros) {
              panels.accept(event, atMicros);
            }
          });
    }
    return new StreamView(panels, Detail.NORMAL);
  }
}
