package dev.weir.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.gateway.GatewayOptions;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.ScriptReader;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What an answer took is told at every door, however the answer ended. */
class UsedTokensTest {
  private static final String TEXT = "One two three four five six seven eight nine ten. ".repeat(8);

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> anAnswerThatWasCutTookWhatCame() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Door door : Door.ALL) {
      for (String provider : List.of("openai-chat", "anthropic", "gemini")) {
        for (boolean streams : new boolean[] {true, false}) {
          String name = "%s over %s, %s".formatted(door, provider, streams ? "streamed" : "whole");
          tests.add(DynamicTest.dynamicTest(name, () -> cut(door, provider, streams)));
        }
      }
    }
    return tests.stream();
  }

  private void cut(Door door, String provider, boolean streams) throws Exception {
    String script = "answers:\n  - say:\n      - text: \"%s\"\n".formatted(TEXT);
    var simulated =
        SimulatorOptions.defaults().atOnce().withScript(ScriptReader.read("long.yaml", script));
    try (var gateway =
        new DoorGateway(
            GatewayOptions.local(0, folder.resolve(door + provider + streams)),
            simulated,
            Map.of())) {
      String model = provider + "/sim-fault-" + "hang-up-60";
      HttpResponse<String> answer =
          gateway.post(door.path(model.replace("/", "%2F"), streams), door.body(model, streams));
      Json stream = gateway.ended(DoorGateway.id(answer));
      assertThat(stream.get("verdict").textOrEmpty()).isNotIn("COMPLETE", "");
      Json usage = stream.get("usage");
      int chars = stream.get("message").get("text").textOrEmpty().length();
      assertThat(chars).isPositive().isLessThan(TEXT.length());
      assertThat(usage.get("source").text()).isIn("reported", "estimated");
      assertThat(usage.get("inputTokens").number()).isPositive();
      assertThat(usage.get("outputTokens").number()).isGreaterThanOrEqualTo((chars + 3) / 4);
    }
  }

  @TestFactory
  Stream<DynamicTest> anAnswerWhoseClientLeftTookWhatCame() {
    return Door.ALL.stream()
        .map(door -> DynamicTest.dynamicTest(door.toString(), () -> left(door)));
  }

  private void left(Door door) throws Exception {
    String slow =
        "answers:\n  - say:\n      - text: \"%s\"\n      - pause: 60s\n      - text: \"never\"\n"
            .formatted(TEXT);
    var simulated = SimulatorOptions.defaults().withScript(ScriptReader.read("slow.yaml", slow));
    try (var gateway =
        new DoorGateway(
            GatewayOptions.local(0, folder.resolve("left" + door)), simulated, Map.of())) {
      String model = "model-of-anthropic";
      HttpRequest request =
          gateway
              .request(door.path(model, true))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(door.body(model, true)))
              .build();
      HttpResponse<InputStream> answer =
          gateway.http().send(request, HttpResponse.BodyHandlers.ofInputStream());
      assertThat(answer.body().read()).isPositive();
      answer.body().close();
      Json stream = gateway.ended(DoorGateway.id(answer));
      assertThat(stream.get("verdict").text()).isEqualTo("CANCELLED");
      assertThat(stream.get("usage").get("source").text()).isIn("reported", "estimated");
      int chars = stream.get("message").get("text").textOrEmpty().length();
      assertThat(stream.get("usage").get("outputTokens").number())
          .isGreaterThanOrEqualTo((chars + 3) / 4);
    }
  }
}
