package dev.weir.interop.frontend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.testkit.NpmPackage;
import dev.weir.testkit.TestFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A script of ours that drives a package of others: JSON in, JSON out. */
final class NodeScript {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, 64 << 20);

  private NodeScript() {}

  /** Runs a script with a package, or skips the test and says why. */
  static Json run(String name, NpmPackage npm, String input)
      throws IOException, InterruptedException {
    Optional<Path> installed = npm.installed();
    assumeTrue(installed.isPresent(), npm::missing);
    Path script = TestFile.put(NodeScript.class, name, Path.of("target"));
    Path errors = Path.of("target", name + ".log");
    Process node =
        new ProcessBuilder(
                "node", script.toString(), installed.orElseThrow().toAbsolutePath().toString())
            .redirectError(errors.toFile())
            .start();
    try (OutputStream in = node.getOutputStream()) {
      in.write(input.getBytes(UTF_8));
    }
    String said = new String(node.getInputStream().readAllBytes(), UTF_8);
    assertThat(node.waitFor()).as(() -> said + text(errors)).isZero();
    return READER.read(said);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException gone) {
      return String.valueOf(gone.getMessage());
    }
  }
}
