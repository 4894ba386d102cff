package dev.weir.client.tool.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.testkit.NpmPackage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The protocol's own reference server, from npm. Where npm or node cannot be had, tests that need
 * it are skipped and say so.
 */
final class EverythingServer implements AutoCloseable {
  private static final NpmPackage PACKAGE =
      new NpmPackage("@modelcontextprotocol/server-everything", "2026.8.31", "dist/index.js");

  private final Process process;
  private final int port;

  private EverythingServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** How to start it over standard input and output. */
  static McpCommand stdio() throws InterruptedException {
    return McpCommand.of("node", script().toString(), "stdio");
  }

  /** Starts it over HTTP, on a port that was free a moment ago. */
  static EverythingServer http() throws IOException, InterruptedException {
    Path script = script();
    int port;
    try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = probe.getLocalPort();
    }
    var builder = new ProcessBuilder("node", script.toString(), "streamableHttp");
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

  private static Path script() throws InterruptedException {
    Optional<Path> script = PACKAGE.installed();
    assumeTrue(script.isPresent(), PACKAGE::missing);
    return script.orElseThrow();
  }
}
