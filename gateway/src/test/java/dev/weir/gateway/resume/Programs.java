package dev.weir.gateway.resume;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.testkit.TestFile;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of the system that read a stream. */
final class Programs {
  private static final int PATIENCE_SECONDS = 180;

  private Programs() {}

  static boolean has(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  /** Runs a program to its end, however it ends; returns what it printed. */
  static String run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      CompletableFuture<String> printed =
          CompletableFuture.supplyAsync(() -> all(process.getInputStream()));
      return printed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } finally {
      process.destroyForcibly();
    }
  }

  /** A script of these tests, beside the folder of modules, where node looks for them. */
  static Path script(String name, Path module) throws IOException {
    Path modules = module.toAbsolutePath();
    while (!modules.endsWith("node_modules")) {
      modules = Objects.requireNonNull(modules.getParent());
    }
    return TestFile.put(Programs.class, name, Objects.requireNonNull(modules.getParent()));
  }

  private static String all(InputStream in) {
    try (in) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
