package dev.weir.log.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent;
import dev.weir.log.StreamLog.StreamInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that appends is killed again and again (Z2). The number of times is set by {@code
 * -Dweir.kills=200}; each costs the start of a JVM, so the tests do with fewer.
 */
class KilledLogTest {
  private static final int KILLS = Integer.getInteger("weir.kills", 20);

  private final SplittableRandom random = new SplittableRandom(3);

  @Test
  void everyAcknowledgedEventIsThereAfterAKill(@TempDir Path folder) throws Exception {
    Map<String, Long> acknowledged = new HashMap<>();
    for (int run = 0; run < KILLS; run++) {
      acknowledged.putAll(appendAndKill(folder, "run" + run));
      try (var log = EasyLog.open(folder, LogOptions.DEFAULT)) {
        check(log, acknowledged);
      }
    }
    assertThat(acknowledged).hasSizeGreaterThan(KILLS);
  }

  private Map<String, Long> appendAndKill(Path folder, String prefix)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                AppendingProcess.class.getName(),
                folder.toString(),
                prefix)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Map<String, Long> acknowledged = new HashMap<>();
    try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      int lines = 1 + random.nextInt(60);
      for (int i = 0; i < lines; i++) {
        note(out.readLine(), acknowledged);
      }
      Thread.sleep(random.nextInt(5));
      // Not the process itself, which would close the pipe that is still to be read.
      process.toHandle().destroyForcibly();
      // What was said before the kill took effect counts too; the last line may be cut.
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (out.ready()) {
          note(line, acknowledged);
        }
      }
    }
    process.waitFor();
    return acknowledged;
  }

  private static void note(String line, Map<String, Long> acknowledged) {
    assertThat(line).isNotNull();
    String[] words = line.split(" ", -1);
    acknowledged.merge(words[0], Long.valueOf(words[1]), Math::max);
  }

  private static void check(EasyLog log, Map<String, Long> acknowledged) throws IOException {
    Map<String, Long> kept = new HashMap<>();
    for (StreamInfo stream : log.list()) {
      List<StreamEvent> events = log.read(stream.stream(), 0, Integer.MAX_VALUE).events();
      assertThat(events).isEqualTo(FileStreamLogTest.events(stream.events()));
      kept.put(stream.stream(), stream.events());
    }
    acknowledged.forEach((stream, events) ->
        assertThat(kept.getOrDefault(stream, 0L)).isGreaterThanOrEqualTo(events));
  }
}
