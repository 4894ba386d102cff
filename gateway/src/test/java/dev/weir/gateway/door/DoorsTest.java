package dev.weir.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.event.Verdict;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every door over every provider. */
class DoorsTest {
  private static final String SCRIPT =
      """
      answers:
        - say:
            - thinking: "Two cities, so two calls."
            - text: "I look at both. "
            - {call: forecast, arguments: {city: "R\\"ome", days: 3}}
            - {call: forecast, arguments: {city: Oslo}}
          usage: {input: 10, output: 20}
      """;

  private static final String GIST =
      "TOOL_CALLS: [Two cities, so two calls.] I look at both.  "
          + "[forecast{\"city\":\"R\\\"ome\",\"days\":3}, forecast{\"city\":\"Oslo\"}]";

  @TempDir private Path folder;

  static List<Door> doors() {
    return Door.ALL;
  }

  static List<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (Door door : Door.ALL) {
      DoorGateway.PROVIDERS.keySet().forEach(p -> pairs.add(Arguments.of(door, p)));
    }
    return pairs;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void theSameAnswerComesStreamedAndWholeFromEveryProvider(Door door, String provider)
      throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String model = "model-of-" + provider;
      HttpResponse<String> streamed = gateway.post(door.path(model, true), door.body(model, true));
      HttpResponse<String> whole = gateway.post(door.path(model, false), door.body(model, false));

      assertThat(streamed.statusCode()).isEqualTo(200);
      assertThat(Door.gist(door.read(streamed.body()))).isEqualTo(GIST);
      assertThat(whole.statusCode()).isEqualTo(200);
      assertThat(Door.gist(door.read(whole.body()))).isEqualTo(GIST);
      assertThat(streamed.headers().firstValue("Cache-Control").orElse(""))
          .contains("no-cache", "no-transform");
      assertThat(streamed.headers().firstValue("request-id")).hasValue(DoorGateway.id(streamed));

      // The same bytes for whoever reads it later.
      String again =
          gateway
              .get(
                  "/v1/streams/%s/events?format=%s"
                      .formatted(DoorGateway.id(streamed), door.dialect().word()))
              .body();
      assertThat(again).isEqualTo(streamed.body());
      Json kept = gateway.ended(DoorGateway.id(whole));
      assertThat(kept.get("provider").text()).isEqualTo(provider);
      assertThat(kept.get("title").text()).isEqualTo("hello");
      assertThat(kept.get("verdict").text()).isEqualTo("TOOL_CALLS");
      assertThat(kept.get("usage").toText())
          .isEqualTo("{\"source\":\"reported\",\"inputTokens\":10,\"outputTokens\":20}");
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aRefusalBeforeTheAnswerIsAStatusWithTheDialectsOwnBody(Door door, String provider)
      throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      for (int status : new int[] {400, 401, 404, 429, 500, 529}) {
        String model = provider + "/sim-fault-" + status;
        for (boolean streams : new boolean[] {true, false}) {
          HttpResponse<String> refused =
              gateway.post(door.path(model, streams), door.body(model, streams));
          assertThat(refused.statusCode()).isEqualTo(status);
          assertThat(DoorGateway.json(refused.body()))
              .isEqualTo(
                  DoorGateway.json(
                      door.dialect()
                          .serverSide()
                          .orElseThrow()
                          .error(status, "Failed as asked (simulated)")
                          .body()));
          assertThat(DoorGateway.id(refused)).isNotEmpty();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void halfAnAnswerNeverEndsCleanly(Door door, String provider) throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String model = provider + "/sim-fault-cut";
      HttpResponse<String> cut = gateway.post(door.path(model, true), door.body(model, true));

      assertThat(cut.statusCode()).isEqualTo(200);
      assertThat(door.read(cut.body()).verdict()).isEqualTo(Verdict.FAILED);
      HttpResponse<String> whole = gateway.post(door.path(model, false), door.body(model, false));
      assertThat(whole.statusCode()).isGreaterThanOrEqualTo(500);
    }
  }

  @ParameterizedTest
  @MethodSource("doors")
  void anUnknownModelIsNotFoundAndTheOthersAreNamed(Door door) throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      HttpResponse<String> unknown =
          gateway.post(door.path("gpt-9", true), door.body("gpt-9", true));
      HttpResponse<String> shared =
          gateway.post(door.path("shared", true), door.body("shared", true));

      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body()).contains("gpt-9", "model-of-anthropic", "ollama/shared");
      assertThat(shared.statusCode()).isEqualTo(404);
      assertThat(shared.body()).contains("say which: openai-chat/shared, openai/shared");
      assertThat(gateway.sent).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("doors")
  void anAliasStandsForAModelAndOneWithAStarForAllThatBeginSo(Door door) throws Exception {
    Map<String, String> aliases =
        Map.of("fast", "openai/shared", "claude-*", "model-of-gemini", "*", "anthropic/any");
    try (var gateway = new DoorGateway(GatewayOptions.local(0, folder), SCRIPT, aliases)) {
      for (String model : List.of("fast", "claude-9", "whatever", "ollama/tiny")) {
        assertThat(gateway.post(door.path(model, false), door.body(model, false)).statusCode())
            .isEqualTo(200);
      }
      assertThat(gateway.sent)
          .satisfiesExactly(
              call -> assertThat(call.body()).contains("\"model\":\"shared\""),
              call -> assertThat(call.url().getPath()).contains("/model-of-gemini:"),
              call -> assertThat(call.body()).contains("\"model\":\"any\""),
              call -> assertThat(call.body()).contains("\"model\":\"tiny\""));
    }
  }

  @ParameterizedTest
  @MethodSource("doors")
  void whoeverLeavesCancelsUnlessSomebodyElseReads(Door door) throws Exception {
    String endless =
        """
        answers:
          - say:
              - text: "one two three four five six"
              - pause: 60s
              - text: " seven"
        """;
    try (var gateway =
        new DoorGateway(
            GatewayOptions.local(0, folder),
            SimulatorOptions.defaults().withScript(ScriptReader.read("slow.yaml", endless)),
            Map.of())) {
      String model = "model-of-openai-chat";
      HttpRequest request =
          gateway
              .request(door.path(model, true))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(door.body(model, true)))
              .build();
      HttpResponse<InputStream> left =
          gateway.http().send(request, HttpResponse.BodyHandlers.ofInputStream());
      assertThat(left.body().read()).isPositive();
      left.body().close();

      Json ended = gateway.ended(DoorGateway.id(left));
      assertThat(ended.get("verdict").text()).isEqualTo("CANCELLED");
      // Nobody told what it took, but it was not nothing.
      assertThat(ended.get("usage").get("source").text()).isEqualTo("estimated");
      assertThat(ended.get("usage").get("outputTokens").number()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1beta/models/ollama/tiny", "/v1beta/ollama/tiny", "/v1beta/ollama%2Ftiny"})
  void geminisClientsMayTakeANameWithASlashForThePath(String path) throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String body = Door.GEMINI.body("", false);
      assertThat(gateway.post(path + ":generateContent", body).statusCode()).isEqualTo(200);
      assertThat(gateway.post(path + ":streamGenerateContent", body).statusCode()).isEqualTo(200);
      assertThat(gateway.sent)
          .allSatisfy(call -> assertThat(call.body()).contains("\"model\":\"tiny\""));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "required"})
  void aToolChoiceOfOllamasClientsIsCarriedThoughOllamaHasNone(String choice) throws Exception {
    String body =
        """
        {"model": "model-of-openai-chat", "messages": [{"role": "user", "content": "hi"}],
         "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}],
         "tool_choice": "CHOICE"}\
        """
            .replace("CHOICE", choice);
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      assertThat(gateway.post("/api/chat", body).statusCode()).isEqualTo(200);
      String straight = body.replace("openai-chat", "ollama");
      assertThat(gateway.post("/api/chat", straight).statusCode()).isEqualTo(200);
      assertThat(gateway.sent)
          .allSatisfy(call ->
              assertThat(DoorGateway.json(call.body()).get("tool_choice").text())
                  .isEqualTo(choice));
    }
  }

  @Test
  void onTheStraightWayTheProviderGetsWhatTheClientWrote() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String body =
          """
          {"model": "model-of-openai-chat", "stream": false, "stream_options": {"new_field": 1},
           "messages": [{"role": "user", "content": "hi", "unheard": {"of": [1.50]}}],
           "from_the_future": {"a": null}}\
          """;
      assertThat(gateway.post("/v1/chat/completions?api-version=7", body).statusCode())
          .isEqualTo(200);

      Json sent = DoorGateway.json(gateway.sent.getFirst().body());
      assertThat(sent)
          .isEqualTo(
              DoorGateway.json(
                  body.replace("false", "true")
                      .replace("\"new_field\": 1", "\"new_field\": 1, \"include_usage\": true")));
    }
  }

  @Test
  void chatTellsItsUsageToWhoeverAsksForIt() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String body = Door.CHAT.body("model-of-anthropic", true);
      String with = body.replaceFirst("\\{", "{\"stream_options\": {\"include_usage\": true},");
      assertThat(gateway.post("/v1/chat/completions", body).body()).doesNotContain("\"usage\"");
      assertThat(gateway.post("/v1/chat/completions", with).body())
          .contains("\"choices\":[],\"usage\":{\"prompt_tokens\":10")
          .endsWith("data: [DONE]\n\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ollama", "anthropic"})
  void ollamaGeneratesFromAPromptAsItChats(String provider) throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String model = "model-of-" + provider;
      String streamed = gateway.post("/api/generate", Door.GENERATE.body(model, true)).body();
      String whole = gateway.post("/api/generate", Door.GENERATE.body(model, false)).body();

      assertThat(streamed).contains("\"response\":\"").doesNotContain("\"message\"");
      assertThat(DoorGateway.json(whole).get("response").text()).isEqualTo("I look at both. ");
      assertThat(DoorGateway.json(whole).get("thinking").text())
          .isEqualTo("Two cities, so two calls.");
      for (var call : gateway.sent) {
        assertThat(DoorGateway.json(call.body()).get("messages").items()).hasSize(1);
      }
    }
  }
}
