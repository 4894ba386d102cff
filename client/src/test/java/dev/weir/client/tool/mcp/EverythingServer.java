package dev.weir.client.tool.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The protocol's own reference server, from npm at a pinned version, installed into this module's
 * target folder once. Where npm or node cannot be had, tests that need it are skipped and say so.
 */
final class EverythingServer implements AutoCloseable {
  private static final String VERSION = "2026.8.31";
  private static final Path FOLDER = Path.of("target", "mcp");
  private static final Path SCRIPT =
      FOLDER.resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");

  private final Process process;
  private final int port;

  private EverythingServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** How to start it over standard input and output. */
  static McpCommand stdio() throws IOException, InterruptedException {
    install();
    return McpCommand.of("node", SCRIPT.toString(), "stdio");
  }

  /** Starts it over HTTP, on a port that was free a moment ago. */
  static EverythingServer http() throws IOException, InterruptedException {
    install();
    int port;
    try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = probe.getLocalPort();
    }
    var builder = new ProcessBuilder("node", SCRIPT.toString(), "streamableHttp");
    builder.environment().put("PORT", Integer.toString(port));
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    var server = new EverythingServer(process, port);
    var said = new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8));
    String line = said.readLine();
    while (line != null && !line.contains("listening")) {
      line = said.readLine();
    }
    if (line == null) {
      server.close();
      throw new IOException("the server did not begin to listen");
    }
    return server;
  }

  McpEndpoint endpoint() {
    return McpEndpoint.of("http://localhost:" + port + "/mcp");
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static synchronized void install() throws InterruptedException {
    if (Files.exists(SCRIPT)) {
      return;
    }
    String problem = "npm cannot install @modelcontextprotocol/server-everything here";
    try {
      Files.createDirectories(FOLDER);
      Process npm =
          new ProcessBuilder(
                  List.of(
                      "npm",
                      "install",
                      "--ignore-scripts",
                      "--no-audit",
                      "--no-fund",
                      "--silent",
                      "--prefix",
                      FOLDER.toString(),
                      "@modelcontextprotocol/server-everything@" + VERSION))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean isDone = npm.waitFor(3, TimeUnit.MINUTES);
      if (!isDone) {
        npm.destroyForcibly();
      }
      assumeTrue(isDone && npm.exitValue() == 0 && Files.exists(SCRIPT), problem);
    } catch (IOException noNpm) {
      assumeTrue(false, problem + ": " + noNpm.getMessage());
    }
  }
}
