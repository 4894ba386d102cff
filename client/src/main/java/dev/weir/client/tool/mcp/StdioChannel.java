package dev.weir.client.tool.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.line.LineSplitter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Speaks with a server that we start, one message per line over its standard input and output. What
 * it writes to its standard error goes to the diagnostics.
 *
 * <p>It is ended as the protocol asks: its input is closed, then it is asked to end, then killed,
 * and with it every process that it had started.
 */
final class StdioChannel implements McpChannel {
  private static final int READ_BYTES = 8192;

  /** Shorter values occur in ordinary words. */
  private static final int MIN_SECRET = 8;

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration SILENCE = Duration.ofSeconds(3);

  private final McpCommand command;
  private final Duration silence;
  private volatile @Nullable Process process;
  private volatile @Nullable OutputStream input;

  StdioChannel(McpCommand command) {
    this(command, SILENCE);
  }

  /**
   * @param silence how long a server may take to say that it does not know a request
   */
  StdioChannel(McpCommand command, Duration silence) {
    this.command = command;
    this.silence = silence;
  }

  @Override
  public void open(Sink sink) throws IOException {
    var builder = new ProcessBuilder(command.command());
    Map<String, String> environment = builder.environment();
    environment.keySet().retainAll(command.inherited());
    environment.putAll(command.environment());
    if (command.directory() != null) {
      builder.directory(command.directory().toFile());
    }
    Process started;
    try {
      started = builder.start();
    } catch (IOException failed) {
      throw new McpException(
          "Cannot start the MCP server %s: %s".formatted(command, failed.getMessage()), failed);
    }
    process = started;
    input = started.getOutputStream();
    Thread.ofVirtual().name("weir-mcp-output").start(() -> readOutput(started, sink));
    Thread.ofVirtual().name("weir-mcp-error").start(() -> readError(started));
  }

  @Override
  public void request(long id, Json message, Map<String, String> headers) throws IOException {
    send(message);
  }

  @Override
  public synchronized void send(Json message) throws IOException {
    OutputStream open = input;
    if (open == null) {
      throw new McpException("The MCP server %s is not running".formatted(command));
    }
    try {
      open.write((message.toText() + "\n").getBytes(UTF_8));
      open.flush();
    } catch (IOException gone) {
      throw new McpException("The MCP server %s takes no more messages".formatted(command), gone);
    }
  }

  @Override
  public void agreed(String version) {}

  @Override
  public boolean abandon(long requestId) {
    return false;
  }

  @Override
  public boolean hasHeaders() {
    return false;
  }

  @Override
  public Duration silence() {
    return silence;
  }

  private void readOutput(Process server, Sink sink) {
    var lines =
        new LineSplitter(McpLimits.MAX_MESSAGE_BYTES, (a, from, to) -> line(a, from, to, sink));
    String why;
    try {
      read(server.getInputStream(), lines);
      why = "ended by itself";
    } catch (IOException broken) {
      why = "can no longer be read";
    } catch (LimitExceededException tooLong) {
      why = "sent too much: " + tooLong.getMessage();
      server.destroy();
    }
    sink.closed(
        new McpException(
            "The MCP server %s %s; what it said is in the diagnostics".formatted(command, why)));
  }

  private void line(byte[] a, int from, int to, Sink sink) {
    if (from == to) {
      return;
    }
    Json message;
    try {
      message = McpSession.READER.read(Bytes.of(a, from, to));
    } catch (JsonException stray) {
      // Some servers print greetings where only messages belong.
      McpSession.DIAGNOSTICS.log(
          Level.WARNING,
          "The MCP server %s wrote a line that is not a message (%s): %s"
              .formatted(command, stray.getMessage(), printable(a, from, to)));
      return;
    }
    sink.message(message);
  }

  private void readError(Process server) {
    var lines =
        new LineSplitter(
            McpLimits.MAX_MESSAGE_BYTES,
            (a, from, to) ->
                McpSession.DIAGNOSTICS.log(
                    Level.INFO,
                    "The MCP server %s: %s".formatted(command, discreet(printable(a, from, to)))));
    try {
      read(server.getErrorStream(), lines);
      lines.end();
    } catch (IOException | LimitExceededException ended) {
      McpSession.DIAGNOSTICS.log(Level.DEBUG, "No more of " + command, ended);
    }
  }

  /** The words without the values of the variables that it was given, keys among them. */
  private String discreet(String words) {
    String safe = words;
    for (String value : command.environment().values()) {
      safe = value.length() < MIN_SECRET ? safe : safe.replace(value, "***");
    }
    return safe;
  }

  private static void read(InputStream from, LineSplitter lines) throws IOException {
    byte[] buffer = new byte[READ_BYTES];
    for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
      lines.feed(Arrays.copyOf(buffer, n));
    }
  }

  /** A server's words must not control the terminal on which diagnostics are read. */
  private static String printable(byte[] a, int from, int to) {
    String text = new String(a, from, Math.min(to - from, McpLimits.MAX_LOGGED_CHARS), UTF_8);
    return text.replaceAll("\\p{Cntrl}", "·");
  }

  @Override
  public void close() {
    Process server = process;
    if (server == null) {
      return;
    }
    List<ProcessHandle> started = server.descendants().toList();
    try {
      // On a thread of its own: a server that reads nothing may block a writer.
      Thread.ofVirtual().name("weir-mcp-close").start(this::closeInput);
      boolean isEnded = ends(server);
      if (!isEnded) {
        server.destroy();
        isEnded = ends(server);
      }
      if (!isEnded) {
        server.destroyForcibly();
      }
    } catch (InterruptedException hurried) {
      server.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    started.forEach(ProcessHandle::destroyForcibly);
  }

  private void closeInput() {
    OutputStream open = input;
    try {
      if (open != null) {
        open.close();
      }
    } catch (IOException gone) {
      McpSession.DIAGNOSTICS.log(Level.DEBUG, "The input was already closed", gone);
    }
  }

  private static boolean ends(Process server) throws InterruptedException {
    return server.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
