package dev.weir.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.gateway.GatewayOptions;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients look up before they ask. */
class ModelListsTest {
  private static final List<String> NAMES =
      List.of(
          "anthropic/shared",
          "fast",
          "gemini/shared",
          "model-of-anthropic",
          "model-of-gemini",
          "model-of-ollama",
          "model-of-openai",
          "model-of-openai-chat",
          "ollama/shared",
          "openai-chat/shared",
          "openai/shared");

  @TempDir private Path folder;
  private DoorGateway gateway;

  @BeforeEach
  void start() throws Exception {
    String script = "answers: [{say: [{text: hi}]}]";
    gateway =
        new DoorGateway(
            GatewayOptions.local(0, folder),
            script,
            Map.of("fast", "openai/shared", "claude-*", "anthropic/shared"));
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/models?limit=1000, accept, data, id, ''",
    "/v1/models, anthropic-version, data, id, ''",
    "/v1/models, x-api-key, data, id, ''",
    "/v1beta/models, accept, models, name, models/",
    "/api/tags, accept, models, name, ''"
  })
  void everyNameThatCanBeAskedForIsListed(
      String path, String header, String field, String name, String before) throws Exception {
    Json list = DoorGateway.json(gateway.get(path, header, "x").body());

    assertThat(list.get(field).items())
        .extracting(model -> model.get(name).text())
        .containsExactlyElementsOf(NAMES.stream().map(n -> before + n).toList());
  }

  @Test
  void anthropicsListHasItsOwnShape() throws Exception {
    Json theirs =
        DoorGateway.json(gateway.get("/v1/models", "anthropic-version", "2023-06-01").body());
    Json openAi = DoorGateway.json(gateway.get("/v1/models").body());

    assertThat(theirs.fields().keySet())
        .containsExactlyInAnyOrder("data", "has_more", "first_id", "last_id");
    assertThat(theirs.get("data").at(0).get("type").text()).isEqualTo("model");
    assertThat(openAi.get("object").text()).isEqualTo("list");
    assertThat(openAi.get("data").at(0).get("object").text()).isEqualTo("model");
  }

  @Test
  void oneModelIsFoundByWhateverNameCanBeAskedFor() throws Exception {
    assertThat(DoorGateway.json(gateway.get("/v1/models/fast").body()).get("id").text())
        .isEqualTo("fast");
    assertThat(
            DoorGateway.json(gateway.get("/v1/models/claude-9", "x-api-key", "k").body())
                .get("display_name")
                .text())
        .isEqualTo("claude-9");
    assertThat(gateway.get("/v1/models/openai%2Fany").statusCode()).isEqualTo(200);
    assertThat(
            DoorGateway.json(gateway.get("/v1beta/models/model-of-gemini").body())
                .get("name")
                .text())
        .isEqualTo("models/model-of-gemini");
    Json shown = DoorGateway.json(gateway.post("/api/show", "{\"model\":\"fast\"}").body());
    assertThat(shown.get("capabilities").items()).contains(new Json.Text("tools"));

    for (HttpResponse<String> unknown :
        List.of(
            gateway.get("/v1/models/nope"),
            gateway.get("/v1/models/nope", "anthropic-version", "1"),
            gateway.get("/v1beta/models/nope"),
            gateway.post("/api/show", "{}"))) {
      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body()).contains("error", "fast");
    }
  }

  @Test
  void probesFindSomethingAlive() throws Exception {
    for (String path : List.of("/", "/api/hello", "/api/version", "/api/ps")) {
      for (String method : List.of("GET", "HEAD")) {
        HttpRequest probe =
            gateway.request(path).method(method, HttpRequest.BodyPublishers.noBody()).build();
        assertThat(gateway.http().send(probe, HttpResponse.BodyHandlers.discarding()).statusCode())
            .isEqualTo(200);
      }
    }
  }
}
