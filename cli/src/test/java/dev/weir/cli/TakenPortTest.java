package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TakenPortTest {
  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"serve --log %s", "sim", "tap --to http://127.0.0.1:1"})
  void whoListensOnATakenPortIsNamedAndNoOtherIsTried(String command) throws IOException {
    assumeTrue(Files.exists(Path.of("/proc/net/tcp")), "only Linux tells who listens");
    var err = new ByteArrayOutputStream();
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String line = command.formatted(folder) + " --port " + taken.getLocalPort();

      int code =
          Main.run(
              line.split(" ", -1),
              new Console(
                  InputStream.nullInputStream(),
                  new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                  new PrintStream(err, true, UTF_8)));

      assertThat(code).isEqualTo(2);
      assertThat(err.toString(UTF_8))
          .matches(
              "weir: Port %d is taken by \\S+ \\(process %d\\); choose another with --port N .*\n"
                  .formatted(taken.getLocalPort(), ProcessHandle.current().pid()));
    }
  }

  @Test
  void aProgramOfOursIsCalledByWhatItDoes() throws IOException {
    Path fds = Files.createDirectories(folder.resolve("77/fd"));
    Files.createSymbolicLink(fds.resolve("5"), Path.of("socket:[4242]"));
    Files.writeString(folder.resolve("77/comm"), "java\n");
    Files.writeString(
        folder.resolve("77/cmdline"),
        "java\0-cp\0x.jar\0dev.weir.cli.Main\0serve\0--port\u00008080\0");
    Files.createDirectories(folder.resolve("net"));
    Files.writeString(
        folder.resolve("net/tcp"),
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0        0 1111 1
           1: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4242 1
        """);

    assertThat(TakenPort.holder(folder, 8080)).isEqualTo("weir serve --port 8080 (process 77)");
    assertThat(TakenPort.holder(folder, 8081)).isNull();
    assertThat(TakenPort.holder(folder.resolve("nowhere"), 8080)).isNull();
  }
}
