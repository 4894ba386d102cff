package dev.weir.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Makes up recordings of OpenAI chat streams; single quotes stand for double ones in their JSON.
 */
final class ChatRecording {
  /** Nobody waits that long: what comes then is stepped to. */
  static final long LATER = 3_600_000_000L;

  private final StringBuilder text =
      new StringBuilder(
          """
          {"weir":"recording","version":1,"dialect":"openai-chat","modelName":"m",\
          "startedAt":"1970-01-01T00:00:01Z"}
          """);
  private long atMicros;

  /** What is added from now on came then. */
  ChatRecording at(long micros) {
    atMicros = micros;
    return this;
  }

  ChatRecording chunk(String chunk) {
    String json = chunk.replace('\'', '"').replace("\\", "\\\\").replace("\"", "\\\"");
    text.append("{\"at\":%d,\"text\":\"data: %s\\n\\n\"}%n".formatted(atMicros, json));
    return this;
  }

  ChatRecording delta(int choice, String delta) {
    return chunk(
        "{'id':'c','model':'m','choices':[{'index':%d,'delta':{%s}}]}"
            .formatted(choice, delta.replace("\n", "\\n")));
  }

  /** An argument delta of a tool call, whose first one names the tool. */
  ChatRecording call(int choice, int index, @Nullable String name, String arguments) {
    String id = name == null ? "" : "'id':'call_%d','type':'function',".formatted(index);
    String function = name == null ? "" : "'name':'%s',".formatted(name);
    return delta(
        choice,
        "'tool_calls':[{'index':%d,%s'function':{%s'arguments':'%s'}}]"
            .formatted(index, id, function, arguments));
  }

  ChatRecording finish(int choice, String reason) {
    return chunk(
        "{'id':'c','model':'m','choices':[{'index':%d,'delta':{},'finish_reason':'%s'}]}"
            .formatted(choice, reason));
  }

  /** The recording as a file of its own. */
  Path in(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "r", ".jsonl");
    return Files.writeString(file, text + "{\"at\":%d,\"end\":\"input\"}%n".formatted(atMicros));
  }
}
