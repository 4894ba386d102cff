package dev.weir.sim.reply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.RecordingWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedTest {
  private static final String FIRST =
      "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"é\"}}]}\n\n";
  private static final String SECOND = "data: [DONE]\n\n";

  @TempDir private Path folder;

  private static List<String> played(Recorded recorded) {
    return recorded.slices().stream()
        .map(s -> s.afterMicros() + " " + new String(s.bytes().toArray(), UTF_8))
        .toList();
  }

  private Path recording(boolean timed) throws IOException {
    Path file = folder.resolve("answer-%b.jsonl".formatted(timed));
    var header =
        new RecordingHeader(
            Dialects.OPENAI_CHAT, null, "m", Instant.EPOCH, timed, DecodeOptions.DEFAULT, null);
    try (var writer = RecordingWriter.create(file, header)) {
      writer.arrived(FIRST.getBytes(UTF_8), 250_000);
      writer.arrived(SECOND.getBytes(UTF_8), 251_500);
    }
    return file;
  }

  @Test
  void aRecordingKeepsItsTimes() throws IOException {
    Recorded recorded = Recorded.read(recording(/* timed= */ true));
    assertThat(recorded.dialect()).isEqualTo(Dialects.OPENAI_CHAT);
    assertThat(played(recorded)).containsExactly("250000 " + FIRST, "1500 " + SECOND);
  }

  @Test
  void whatHasNoTimesComesAtAPaceThatCanBeWatched() throws IOException {
    List<String> steady = List.of("20000 " + FIRST, "20000 " + SECOND);
    assertThat(played(Recorded.read(recording(/* timed= */ false)))).isEqualTo(steady);
    Path captured = folder.resolve("captured.sse");
    Files.writeString(captured, FIRST + SECOND);
    assertThat(played(Recorded.read(captured))).isEqualTo(steady);
  }

  @Test
  void aFileOfNoDialectIsRefusedInWords() throws IOException {
    Path notes = folder.resolve("notes.txt");
    Files.writeString(notes, "Dear diary");
    assertThatThrownBy(() -> Recorded.read(notes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no dialect can be told from its bytes");
  }
}
