package dev.weir.bench.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.bench.client.ClientRun.Cost;
import dev.weir.testkit.OwnCertificate;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Clients with a thousand streams each: what a delta costs them, one after the other. */
public final class ClientLoad {
  private static final int STREAMS = 1000;

  private final boolean quick;
  private final UnaryOperator<String> named;

  private ClientLoad(boolean quick, UnaryOperator<String> named) {
    this.quick = quick;
    this.named = named;
  }

  /**
   * Runs all of it, which takes some minutes.
   *
   * @param named adds its version to the name of a library
   * @throws IllegalStateException if a stream failed or lost something
   */
  public static String tables(boolean quick, UnaryOperator<String> named)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("weir-clients");
    try {
      OwnCertificate.in(folder);
      return new ClientLoad(quick, named).run(folder);
    } catch (GeneralSecurityException unusable) {
      throw new IOException(unusable);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private String run(Path folder) throws IOException, InterruptedException {
    Process server = java(List.of(PacedServer.class.getName(), folder.toString()));
    try (BufferedReader said = server.inputReader(UTF_8)) {
      String ports = said.readLine();
      if (ports == null) {
        throw new IOException("The server of the streams did not start");
      }
      String plain = "http://127.0.0.1:%s/v1".formatted(ports.split(" ", -1)[0]);
      String encrypted = "https://127.0.0.1:%s/v1".formatted(ports.split(" ", -1)[1]);
      return table(
              "HTTP/2 with TLS, %d a connection".formatted(PacedServer.STREAMS_PER_CONNECTION),
              encrypted,
              folder)
          + "\n"
          + table("HTTP/1.1", plain, folder);
    } finally {
      server.destroy();
      server.waitFor();
    }
  }

  private String table(String over, String url, Path folder)
      throws IOException, InterruptedException {
    var out = new StringBuilder(header(over));
    double measure = Double.NaN;
    for (ClientWay way : ClientWay.values()) {
      Optional<Cost> found = measure(way, url, folder);
      if (found.isEmpty() && way != ClientWay.OPENAI_JAVA) {
        throw new IllegalStateException(way + " failed");
      }
      if (way == ClientWay.JDK_SUBSCRIBER) {
        measure = found.orElseThrow().cpuMicros();
      }
      double least = measure;
      // A peer that loses streams has no figures, and that is said.
      String figures =
          found
              .map(cost ->
                  "%.1f | %.2f | %,.0f"
                      .formatted(cost.cpuMicros(), cost.cpuMicros() / least, cost.bytesPerDelta()))
              .orElse("not all streams complete | – | –");
      String row = "| %s | %s |%n".formatted(named.apply(way.label()), figures);
      System.err.print("benchmark: " + row);
      out.append(row);
    }
    return out.toString();
  }

  private static String header(String over) {
    return """
    | %,d streams over %s | processor µs/delta | × JDK | bytes allocated/delta |
    |---|---:|---:|---:|
    """
        .formatted(STREAMS, over);
  }

  private Optional<Cost> measure(ClientWay way, String url, Path folder)
      throws IOException, InterruptedException {
    Process client =
        java(
            List.of(
                ClientRun.class.getName(),
                way.name(),
                url,
                folder.toString(),
                Integer.toString(STREAMS),
                quick ? "15" : "25",
                quick ? "6" : "10"));
    try (BufferedReader said = client.inputReader(UTF_8)) {
      List<String> lines = said.lines().toList();
      client.waitFor();
      return lines.stream().filter(line -> line.startsWith("cost ")).findFirst().map(Cost::ofLine);
    }
  }

  private static Process java(List<String> mainAndArguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms1g",
                "-Xmx1g",
                "-XX:+UseParallelGC"));
    command.addAll(Arrays.asList(System.getProperty("weir.client.options", "").split(" +")));
    command.removeIf(String::isEmpty);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(mainAndArguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
