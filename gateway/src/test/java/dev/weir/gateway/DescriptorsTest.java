package dev.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that runs out of descriptors serves again when there are some. */
@EnabledOnOs(OS.LINUX)
class DescriptorsTest {
  private static final int DESCRIPTORS = 256;

  @TempDir private Path folder;

  @Test
  void withNoDescriptorLeftItOnlyWaits() throws Exception {
    try (var child = new Child(folder)) {
      child.tell("fill");
      List<Socket> waiting = connections(child.port, 20);
      // Accepting fails once a second: it must have failed before there are some again.
      child.awaitWords("Too many open files");
      child.tell("free");
      assertThat(child.isHealthy()).isTrue();
      close(waiting);
      assertThat(child.isHealthy()).isTrue();
    }
  }

  @Test
  void moreConnectionsThanItCanHaveAreClosedAndItServesOn() throws Exception {
    try (var child = new Child(folder)) {
      child.awaitWords("raise the limit (ulimit -n)");
      List<Socket> idle = connections(child.port, 600);
      close(idle);
      assertThat(child.isHealthy()).isTrue();
    }
  }

  private static List<Socket> connections(int port, int count) throws IOException {
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
    }
    return sockets;
  }

  private static void close(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** A gateway in a process with few descriptors. */
  private static final class Child implements AutoCloseable {
    final int port;
    private final Process process;
    private final Path diagnostics;
    private final BufferedReader out;
    private final HttpClient http = HttpClient.newHttpClient();

    Child(Path folder) throws IOException {
      diagnostics = folder.resolve("diagnostics");
      process =
          new ProcessBuilder(
                  "bash",
                  "-c",
                  "ulimit -n %d; exec \"$@\"".formatted(DESCRIPTORS),
                  "bash",
                  ProcessHandle.current().info().command().orElse("java"),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  GatewayProcess.class.getName(),
                  folder.resolve("log").toString())
              .redirectError(diagnostics.toFile())
              .start();
      out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
      String line = out.readLine();
      assertThat(line).startsWith("port ");
      port = Integer.parseInt(line.substring("port ".length()));
    }

    void tell(String word) throws IOException {
      process.getOutputStream().write((word + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
      assertThat(out.readLine()).isEqualTo(word);
    }

    void awaitWords(String words) throws Exception {
      for (int i = 0; i < 2_000 && !Files.readString(diagnostics).contains(words); i++) {
        Thread.sleep(10);
      }
      assertThat(Files.readString(diagnostics)).contains(words);
    }

    /** Whether it answers within the time that it may take to accept again. */
    boolean isHealthy() throws Exception {
      URI health = URI.create("http://127.0.0.1:%d/healthz".formatted(port));
      var request = HttpRequest.newBuilder(health).timeout(Duration.ofSeconds(2)).build();
      for (int i = 0; i < 10; i++) {
        try {
          return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
          Thread.sleep(200);
        }
      }
      return false;
    }

    @Override
    public void close() throws IOException {
      http.close();
      process.getOutputStream().close();
      process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join();
      process.destroyForcibly();
    }
  }
}
