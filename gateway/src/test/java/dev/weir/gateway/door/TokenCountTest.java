package dev.weir.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many tokens a request has, as each dialect asks. */
class TokenCountTest {
  private static final String SCRIPT = "answers: [{say: [{text: hi}]}]";
  private static final String MESSAGES =
      """
      {"model": "MODEL", "messages": [{"role": "user", "content": "hello you"}]}\
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "anthropic, reported, /v1/messages/count_tokens",
    "gemini, reported, /v1beta/models/model-of-gemini:countTokens",
    "openai, reported, /v1/responses/input_tokens",
    "ollama, estimated, ''",
    "openai-chat, estimated, ''"
  })
  void whereTheProviderCanCountItDoesAndElseAnEstimateIsMarked(
      String provider, String source, String path) throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      HttpResponse<String> counted =
          gateway.post(
              "/v1/messages/count_tokens?beta=true",
              MESSAGES.replace("MODEL", "model-of-" + provider));

      assertThat(counted.statusCode()).isEqualTo(200);
      assertThat(counted.headers().firstValue("Weir-Usage")).hasValue(source);
      assertThat(DoorGateway.json(counted.body()).fields().keySet())
          .containsExactly("input_tokens");
      assertThat(gateway.sent.stream().map(call -> call.url().getPath()).toList())
          .isEqualTo(path.isEmpty() ? List.of() : List.of(path));
      if (provider.equals("anthropic")) {
        assertThat(DoorGateway.json(gateway.sent.getFirst().body()))
            .isEqualTo(DoorGateway.json(MESSAGES.replace("MODEL", "model-of-anthropic")));
      }
    }
  }

  @Test
  void everyDialectIsToldInItsOwnShape() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      Json gemini =
          count(
              gateway,
              "/v1beta/models/model-of-ollama:countTokens",
              "{\"contents\": [{\"role\": \"user\", \"parts\": [{\"text\": \"hello\"}]}]}");
      Json wrapped =
          count(
              gateway,
              "/v1beta/models/model-of-ollama:countTokens",
              "{\"generateContentRequest\": {\"contents\": [{\"role\": \"user\", \"parts\": [{\"text\": \"hello\"}]}]}}");
      Json responses =
          count(
              gateway,
              "/v1/responses/input_tokens",
              "{\"model\": \"model-of-ollama\", \"input\": \"hello\"}");

      assertThat(gemini.get("totalTokens").number()).isPositive();
      assertThat(wrapped).isEqualTo(gemini);
      assertThat(responses.get("object").text()).isEqualTo("response.input_tokens");
      assertThat(responses.get("input_tokens").number()).isPositive();
    }
  }

  private static Json count(DoorGateway gateway, String path, String body) throws Exception {
    return DoorGateway.json(gateway.post(path, body).body());
  }

  @Test
  void callsResultsThinkingAndToolsCountAndAPictureAsOneOfUsualSize() {
    long plain = TokenEstimate.of(DoorGateway.json("{\"text\": \"four\"}"));
    long longer = TokenEstimate.of(DoorGateway.json("{\"text\": \"" + "word ".repeat(80) + "\"}"));
    long picture = TokenEstimate.of(DoorGateway.json("{\"data\": \"" + "A".repeat(80_000) + "\"}"));

    assertThat(plain).isEqualTo(2);
    assertThat(longer).isEqualTo(101);
    assertThat(picture).isBetween(1_600L, 1_610L);
  }

  @Test
  void whatCannotBeReadIsToldInTheDialect() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      HttpResponse<String> unknown =
          gateway.post("/v1/messages/count_tokens", MESSAGES.replace("MODEL", "nope"));
      HttpResponse<String> wrong = gateway.post("/v1/messages/count_tokens", "{\"messages\": 7}");

      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body()).contains("not_found_error");
      assertThat(wrong.statusCode()).isEqualTo(400);
      assertThat(wrong.body()).contains("\"type\":\"error\"", "invalid_request_error");
    }
  }
}
