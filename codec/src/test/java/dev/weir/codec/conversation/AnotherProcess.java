package dev.weir.codec.conversation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Rewritten;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** Goes on with a conversation that it knows from its JSON alone. */
final class AnotherProcess {
  private AnotherProcess() {}

  /** Reads the conversation, and writes what would be asked next in a dialect. */
  public static void main(String[] arguments) throws IOException {
    String json = new String(System.in.readAllBytes(), UTF_8);
    String next = next(Dialects.named(arguments[0]), ConversationJson.read(json));
    System.out.write(next.getBytes(UTF_8));
    System.out.flush();
  }

  /** The next request of a conversation. */
  static String next(Dialect dialect, List<Message> conversation) {
    Request.Builder request = Request.builder();
    conversation.forEach(request::message);
    return Rewritten.write(dialect, request.build()).toText();
  }

  /** The same, by another process. */
  static String nextElsewhere(Dialect dialect, String json) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AnotherProcess.class.getName(),
                dialect.word())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(json.getBytes(UTF_8));
    }
    return new String(process.getInputStream().readAllBytes(), UTF_8);
  }
}
