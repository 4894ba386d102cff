package dev.weir.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.security.Keys;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.ScriptReader;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of OpenAI Responses that come back for a response by its id. */
class KeptResponsesTest {
  private static final String SCRIPT =
      """
      answers:
        - say:
            - thinking: "Let me look."
            - text: "One two three."
            - {call: forecast, arguments: {city: Oslo}}
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic"})
  void afterEverySequenceNumberTheRestIsExactlyTheRest(String provider) throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String model = "model-of-" + provider;
      String all = gateway.post("/v1/responses", Door.RESPONSES.body(model, true)).body();
      String[] frames = all.split("(?<=\n\n)", 0);
      String id =
          DoorGateway.json(frames[0].replaceAll("(?s).*data: ", ""))
              .get("response")
              .get("id")
              .textOrEmpty();

      assertThat(frames.length).isGreaterThan(10);
      StringBuilder seen = new StringBuilder();
      for (int i = 0; i < frames.length; i++) {
        seen.append(frames[i]);
        String rest =
            gateway.get("/v1/responses/%s?stream=true&starting_after=%d".formatted(id, i)).body();
        assertThat(seen + rest).isEqualTo(all);
      }
      assertThat(gateway.get("/v1/responses/" + id + "?stream=true").body()).isEqualTo(all);
      HttpResponse<String> ahead =
          gateway.get("/v1/responses/%s?stream=true&starting_after=999".formatted(id));
      assertThat(ahead.statusCode()).isEqualTo(400);
      assertThat(ahead.body()).contains("invalid_request_error");
    }
  }

  @Test
  void theResponseIsTheOneThatWasAnsweredWhole() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String whole =
          gateway.post("/v1/responses", Door.RESPONSES.body("model-of-gemini", false)).body();
      String id = DoorGateway.json(whole).get("id").textOrEmpty();

      assertThat(gateway.get("/v1/responses/" + id).body()).isEqualTo(whole);
      assertThat(DoorGateway.json(whole).get("status").text()).isEqualTo("completed");
    }
  }

  @Test
  void aResponseOnItsWayCanBeCancelled() throws Exception {
    String slow =
        """
        answers:
          - say:
              - text: "one two"
              - pause: 60s
              - text: " three"
        """;
    var simulated = SimulatorOptions.defaults().withScript(ScriptReader.read("slow.yaml", slow));
    try (var gateway = new DoorGateway(GatewayOptions.local(0, folder), simulated, Map.of())) {
      HttpRequest request =
          gateway
              .request("/v1/responses")
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      Door.RESPONSES.body("model-of-openai-chat", true)))
              .build();
      HttpResponse<InputStream> stream =
          gateway.http().send(request, HttpResponse.BodyHandlers.ofInputStream());
      String id = "resp_" + DoorGateway.id(stream);
      assertThat(status(gateway.get("/v1/responses/" + id))).isEqualTo("in_progress");

      HttpRequest cancel =
          gateway
              .request("/v1/responses/" + id + "/cancel")
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      assertThat(status(gateway.http().send(cancel, HttpResponse.BodyHandlers.ofString())))
          .isEqualTo("cancelled");
      assertThat(status(gateway.get("/v1/responses/" + id))).isEqualTo("cancelled");
      String told =
          new String(stream.body().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      assertThat(told).contains("cancelled before its end").doesNotContain("response.completed");
    }
  }

  private static String status(HttpResponse<String> response) {
    Json json = DoorGateway.json(response.body());
    return json.get("status").textOrEmpty();
  }

  @Test
  void whatIsNotThereOrAnothersIsNotFound() throws Exception {
    String alice = Keys.newKey();
    String bob = Keys.newKey();
    var options =
        GatewayOptions.local(0, folder)
            .withKeys(Keys.of(Map.of("alice", Keys.hash(alice), "bob", Keys.hash(bob))));
    try (var gateway = new DoorGateway(options, SCRIPT, Map.of())) {
      HttpResponse<String> whole =
          gateway.post(
              "/v1/responses",
              Door.RESPONSES.body("model-of-gemini", false),
              "Authorization",
              "Bearer " + alice);
      String id = DoorGateway.json(whole.body()).get("id").textOrEmpty();

      assertThat(gateway.get("/v1/responses/" + id, "api-key", alice).statusCode()).isEqualTo(200);
      HttpResponse<String> others = gateway.get("/v1/responses/" + id, "api-key", bob);
      assertThat(others.statusCode()).isEqualTo(404);
      assertThat(others.body()).contains("not_found_error");
      assertThat(gateway.get("/v1/responses/resp_nope", "api-key", bob).statusCode())
          .isEqualTo(404);
      assertThat(gateway.get("/v1/responses/" + id).body()).contains("authentication_error");
    }
  }
}
