package dev.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.Message;
import dev.weir.event.BlockKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A log that an earlier gateway wrote, when the bounds of a pass were words of {@code
 * response_progress}, and the frames that it served of it: turns with tools in four dialects, one
 * that paused, one with alternatives, others that were refused, failed, cancelled or killed.
 */
final class KeptBeforeTest {
  private final ScriptedUpstream upstream = new ScriptedUpstream();
  private @TempDir Path folder;
  private RunningGateway gateway;
  private Map<String, String> ids;

  @BeforeEach
  void start() throws IOException {
    Files.write(folder.resolve("0000000001.weirlog"), resource("0000000001.weirlog"));
    ids =
        text("streams.txt")
            .lines()
            .map(line -> line.split(" "))
            .collect(Collectors.toMap(line -> line[0], line -> line[1]));
    gateway = RunningGateway.start(folder, upstream);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = KeptBeforeTest.class.getResourceAsStream("kept/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }

  private static String text(String name) throws IOException {
    return new String(resource(name), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lifecycle", "events"})
  void theFramesAreTheSame(String format) throws Exception {
    for (Map.Entry<String, String> stream : ids.entrySet()) {
      String path = "/v1/streams/%s/events?format=%s".formatted(stream.getValue(), format);
      assertThat(gateway.body(path))
          .as(stream.getKey())
          .isEqualTo(text("%s.%s.sse".formatted(stream.getKey(), format)));
    }
  }

  @Test
  void theMessagesAreTheSameButForFieldsThatWereAddedSince() throws Exception {
    for (Map.Entry<String, String> stream : ids.entrySet()) {
      Json before =
          new JsonReader(/* maxDepth= */ 50, 1 << 20).read(text(stream.getKey() + ".json"));
      assertThat(gateway.json("/v1/streams/" + stream.getValue()).get("message").fields())
          .as(stream.getKey())
          .containsAllEntriesOf(before.get("message").fields());
    }
  }

  @Test
  void allOfThemAreListedWithTheirEnds() throws Exception {
    Map<String, Json> listed =
        gateway.json("/v1/streams").get("streams").items().stream()
            .collect(Collectors.toMap(s -> s.get("id").textOrEmpty(), s -> s));
    assertThat(listed.keySet()).containsExactlyInAnyOrderElementsOf(ids.values());
    for (Map.Entry<String, String> stream : ids.entrySet()) {
      Json before =
          new JsonReader(/* maxDepth= */ 50, 1 << 20).read(text(stream.getKey() + ".json"));
      Json now = listed.getOrDefault(stream.getValue(), Json.Null.NULL);
      for (String field : List.of("title", "state", "verdict", "startedAt", "events")) {
        assertThat(now.get(field)).as(stream.getKey()).isEqualTo(before.get(field));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools-anthropic", "tools-responses", "tools-chat", "tools-gemini"})
  void aTurnWithToolsGoesBackInItsPasses(String name) throws Exception {
    assertThat(sentAfter(name))
        .containsExactly(
            "asked",
            "said \"I look. \" and called 2",
            "outputs 2",
            "said \"It says: all is well.\" and called 0",
            "asked");
  }

  @Test
  void aPauseGoesBackAsTwoAnswers() throws Exception {
    assertThat(sentAfter("pause"))
        .containsExactly(
            "asked",
            "said \"\" and called 0",
            "said \"A weir holds water.\" and called 0",
            "asked");
  }

  /** What the provider is told when a stream is continued. */
  private List<String> sentAfter(String name) throws Exception {
    String next =
        "{\"detach\":true,\"after\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"More\"}]}"
            .formatted(ids.get(name));
    assertThat(gateway.send(gateway.chat(next)).statusCode()).isEqualTo(202);
    List<String> sent = new ArrayList<>();
    for (Message message : upstream.next().request.messages()) {
      sent.add(
          switch (message) {
            case Message.User user -> "asked";
            case Message.Earlier earlier ->
                "said \"%s\" and called %d"
                    .formatted(
                        earlier.response().text(BlockKind.TEXT),
                        earlier.response().blocks(BlockKind.TOOL_CALL).size());
            case Message.ToolOutputs outputs -> "outputs " + outputs.outputs().size();
            case Message.Assistant text -> "text " + text.text();
            case Message.Instruction instruction -> "instruction";
          });
    }
    return sent;
  }
}
