package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.StreamEnding;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamRecorderTest {
  private static final RecordingHeader HEADER =
      new RecordingHeader(
          Dialects.OPENAI_CHAT,
          "acme",
          "m",
          Instant.EPOCH,
          /* timed= */ true,
          DecodeOptions.DEFAULT,
          null);
  private static final byte[] FRAME = "data: {}\n\n".getBytes(UTF_8);

  private final List<IOException> problems = new ArrayList<>();
  @TempDir private Path folder = Path.of("");

  private StreamRecorder recorder(Path file) {
    return new StreamRecorder(file, Secrets.NONE, problems::add);
  }

  @Test
  void aFurtherTryReplacesWhatNobodySaw() throws IOException {
    Path file = folder.resolve("a.jsonl");
    var recorder = recorder(file);
    recorder.begin(HEADER);
    recorder.arrived(FRAME, 1);
    recorder.begin(HEADER);
    recorder.arrived(FRAME, 2);
    recorder.ended(new StreamEnding.EndOfInput(), 3);

    assertThat(Files.readAllLines(file))
        .hasSize(3)
        .last()
        .isEqualTo("{\"at\":3,\"end\":\"input\"}");
    assertThat(problems).isEmpty();
  }

  @Test
  void aFileOfSomebodyElseIsNotOverwrittenAndThatIsReportedOnce() throws IOException {
    Path file = Files.writeString(folder.resolve("b.jsonl"), "mine");
    var recorder = recorder(file);
    recorder.begin(HEADER);
    recorder.arrived(FRAME, 1);
    recorder.begin(HEADER);
    recorder.ended(new StreamEnding.EndOfInput(), 2);

    assertThat(Files.readString(file)).isEqualTo("mine");
    assertThat(problems).singleElement().isInstanceOf(FileAlreadyExistsException.class);
    assertThat(recorder.hasFailed()).isTrue();
  }

  @Test
  void whatIsAbandonedKeepsWhatItHasAndTakesNoMore() throws IOException {
    Path file = folder.resolve("c.jsonl");
    var recorder = recorder(file);
    recorder.begin(HEADER);
    recorder.arrived(FRAME, 1);
    recorder.abandon();
    recorder.arrived(FRAME, 2);
    recorder.ended(new StreamEnding.EndOfInput(), 3);

    assertThat(Files.readAllLines(file)).hasSize(2);
    assertThat(problems).isEmpty();
  }
}
