package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings that an earlier gateway made, and what the earlier program said of them. */
final class KeptRecordingsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tools-responses-0",
        "tools-responses-1",
        "pause-0",
        "pause-1",
        "alternatives-0",
        "cancelled-0",
        "killed-0"
      })
  void areReplayedToTheSameFramesAndMessage(String name) throws Exception {
    Path recording = file(name + ".jsonl");
    for (String form : new String[] {"lifecycle", "message"}) {
      String said = replay(recording, form).replace(recording.toString(), name + ".jsonl");
      assertThat(withoutGrowth(said))
          .isEqualTo(withoutGrowth(Files.readString(file(name + "." + form))));
    }
  }

  /** Leaves out what the lifecycle has told since: frames of further types, and further fields. */
  private static String withoutGrowth(String said) {
    return said.lines()
        .filter(
            line -> !line.contains("\"tool_call_delta\"") && !line.contains("\"tool_progress\""))
        .filter(line -> !line.startsWith("id: ") && !line.isEmpty())
        .map(line -> line.replaceAll(",\"call\":\\d+", ""))
        .map(line -> line.replaceAll(",\"(output|error)\":\"(\\\\.|[^\"\\\\])*\"", ""))
        .collect(Collectors.joining("\n"));
  }

  private static Path file(String name) throws URISyntaxException {
    URL found = KeptRecordingsTest.class.getResource("kept/" + name);
    return Path.of(Objects.requireNonNull(found, name).toURI());
  }

  private static String replay(Path recording, String form) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var printer = new PrintStream(out, true, UTF_8)) {
      Main.run(
          new String[] {"replay", "--speed", "max", "--to", form, recording.toString()},
          new Console(
              InputStream.nullInputStream(),
              printer,
              new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
              Map.of(),
              /* outIsTerminal= */ false,
              /* errIsTerminal= */ false));
    }
    return out.toString(UTF_8);
  }
}
