package dev.weir.interop.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.testkit.NpmPackage;
import dev.weir.testkit.TestFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A server from npm that speaks like the providers, written by others from their own reading of the
 * formats. Where npm cannot be had, tests that need it are skipped and say so.
 */
final class Aimock implements AutoCloseable {
  private static final NpmPackage PACKAGE =
      new NpmPackage("@copilotkit/aimock", "1.43.0", "dist/cli.js");
  private static final String LISTENING = "listening on ";

  private final Process process;
  private final String url;

  private Aimock(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /** Starts it on a free port, with the answers of {@code aimock.json}. */
  static Aimock start() throws IOException, InterruptedException {
    Optional<Path> script = PACKAGE.installed();
    assumeTrue(script.isPresent(), PACKAGE::missing);
    Path answers = TestFile.put(Aimock.class, "aimock.json", Path.of("target"));
    Process process =
        new ProcessBuilder(
                "node",
                script.orElseThrow().toString(),
                "--port",
                "0",
                "--fixtures",
                answers.toString())
            .redirectErrorStream(true)
            .start();
    var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    StringBuilder said = new StringBuilder();
    String line = lines.readLine();
    while (line != null && !line.contains(LISTENING)) {
      said.append(line).append('\n');
      line = lines.readLine();
    }
    if (line == null) {
      process.destroyForcibly();
      throw new IOException("aimock did not begin to listen; it said:\n" + said);
    }
    // What nobody reads would block it in the end.
    Thread.ofVirtual().start(() -> lines.lines().forEach(ignored -> {}));
    return new Aimock(
        process, line.substring(line.indexOf(LISTENING) + LISTENING.length()).strip());
  }

  String url() {
    return url;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
