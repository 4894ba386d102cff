package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Does once what people do first with weir: decodes a stream, chats, opens the page and asks there.
 * A JVM that watches keeps what all this needs in a cache, from which weir then starts ({@code
 * build/rehearse.sh}).
 */
final class Rehearsal {
  private static final Pattern ADDRESS = Pattern.compile("http://[^/]+:\\d+/");
  private static final int WAITS = 200;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Console console;
  private final Path home;

  private Rehearsal(Path home) {
    this.home = home;
    var output = new PrintStream(said, true, UTF_8);
    this.console =
        new Console(
            InputStream.nullInputStream(),
            output,
            output,
            Map.of("HOME", home.toString()),
            /* outIsTerminal= */ false,
            /* errIsTerminal= */ false,
            /* inIsTerminal= */ false);
  }

  /**
   * Rehearses with the stream in a file. What only reads files has a cache of its own, because a
   * start takes longer the more a cache holds: {@code files}, or {@code all}.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    var rehearsal = new Rehearsal(Files.createTempDirectory("weir-rehearsal"));
    if (args[0].equals("files")) {
      rehearsal.readFiles(args[1]);
    } else {
      rehearsal.runAll(args[1]);
    }
    System.exit(0);
  }

  private void readFiles(String stream) {
    String recording = home.resolve("recording.jsonl").toString();
    Main.run(new String[] {"decode", stream}, console);
    Main.run(new String[] {"decode", "--record", recording, stream}, console);
    Main.run(new String[] {"decode", "--to", "message", stream}, console);
    Main.run(new String[] {"doctor", stream}, console);
    Main.run(new String[] {"inspect", recording}, console);
    Main.run(new String[] {"--help"}, console);
  }

  private void runAll(String stream) throws IOException, InterruptedException {
    Main.run(new String[] {"decode", "--to", "message", stream}, console);
    Main.run(new String[] {"chat", "--plain", "--provider", "simulator", "Hello"}, console);
    String log = home.resolve("log").toString();
    Thread.ofPlatform()
        .daemon()
        .start(() -> Main.run(new String[] {"serve", "--port", "0", "--log", log}, console));
    URI gateway = URI.create(address());
    try (HttpClient http = HttpClient.newHttpClient()) {
      var page = HttpRequest.newBuilder(gateway).build();
      http.send(page, BodyHandlers.discarding());
      var question =
          HttpRequest.newBuilder(gateway.resolve("/v1/chat"))
              .header("Content-Type", "application/json")
              .POST(
                  BodyPublishers.ofString(
                      "{\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}"))
              .build();
      http.send(question, BodyHandlers.discarding());
    }
  }

  /** Where the gateway listens, once it says so. */
  private String address() throws InterruptedException {
    for (int i = 0; i < WAITS; i++) {
      Matcher found = ADDRESS.matcher(said.toString(UTF_8));
      if (found.find()) {
        return found.group();
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException("The gateway did not start: " + said.toString(UTF_8));
  }
}
