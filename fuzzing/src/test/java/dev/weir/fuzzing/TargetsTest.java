package dev.weir.fuzzing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Every target for some seconds, from the kept inputs on: {@code ./verify -P fuzz}. */
class TargetsTest {
  private static final String SECONDS = System.getProperty("weir.fuzz.seconds", "15");

  @Test
  void noTargetHasAFinding() throws IOException, InterruptedException {
    var command = new ProcessBuilder("../fuzz", "all", SECONDS).redirectErrorStream(true);
    String classes = System.getProperty("surefire.test.class.path");
    command
        .environment()
        .put("FUZZ_CLASSES", classes == null ? System.getProperty("java.class.path") : classes);
    Process running = command.start();
    String said = new String(running.getInputStream().readAllBytes(), UTF_8);
    System.out.println(said);

    assertThat(running.waitFor()).as(said).isZero();
  }
}
