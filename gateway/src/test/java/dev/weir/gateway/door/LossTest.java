package dev.weir.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.OnLoss;
import dev.weir.codec.seal.Seals;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.DoorOptions;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request loses on its way into another dialect. */
class LossTest {
  private static final String SCRIPT = "answers: [{say: [{text: hi}]}]";

  /** No other dialect has a place for a bias, nor Anthropic for a second answer. */
  private static final String BODY =
      """
      {"model": "model-of-PROVIDER", "stream": STREAM, EXTRA
       "messages": [{"role": "user", "content": "hello"}]}\
      """;

  @TempDir private Path folder;

  private DoorGateway gateway(OnLoss onLoss) throws Exception {
    var options =
        GatewayOptions.local(0, folder)
            .withDoors(new DoorOptions(Duration.ofSeconds(2), onLoss, new Seals(new byte[32])));
    return new DoorGateway(options, SCRIPT, Map.of());
  }

  private static String body(String provider, boolean streams, String extra) {
    return BODY.replace("PROVIDER", provider)
        .replace("STREAM", Boolean.toString(streams))
        .replace("EXTRA", extra);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsLostIsInTheHeaderAndInTheStreamsInfo(boolean streams) throws Exception {
    try (var gateway = gateway(OnLoss.CAREFUL)) {
      HttpResponse<String> answer =
          gateway.post(
              "/v1/chat/completions",
              body("anthropic", streams, "\"prompt_cache_key\": \"k\", \"seed\": 7,"));

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Weir-Loss").orElse(""))
          .contains("prompt_cache_key", "seed");
      Json lost = gateway.ended(DoorGateway.id(answer)).get("lost");
      assertThat(lost.items())
          .extracting(loss -> loss.get("field").text())
          .contains("prompt_cache_key", "seed");
      assertThat(lost.at(0).get("why").textOrEmpty()).isNotEmpty();
    }
  }

  @Test
  void whatWouldChangeTheMeaningIsRefusedByName() throws Exception {
    try (var gateway = gateway(OnLoss.CAREFUL)) {
      HttpResponse<String> answer =
          gateway.post("/v1/chat/completions", body("anthropic", true, "\"n\": 2,"));

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(DoorGateway.json(answer.body()).get("error").get("type").text())
          .isEqualTo("invalid_request_error");
      assertThat(answer.body()).contains("n: ", "on-loss: drop");
      assertThat(gateway.sent).isEmpty();
    }
  }

  @Test
  void itGoesWhereTheSettingsLetItGoAndIsReportedAllTheSame() throws Exception {
    try (var gateway = gateway(OnLoss.DROP)) {
      HttpResponse<String> answer =
          gateway.post("/v1/chat/completions", body("anthropic", true, "\"n\": 2,"));

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Weir-Loss").orElse("")).contains("n");
      assertThat(
              gateway
                  .ended(DoorGateway.id(answer))
                  .get("lost")
                  .at(0)
                  .get("changesMeaning")
                  .isTrue())
          .isTrue();
    }
  }

  @Test
  void withRefuseNothingMayBeLost() throws Exception {
    try (var gateway = gateway(OnLoss.REFUSE)) {
      String lossy = body("gemini", true, "\"prompt_cache_key\": \"k\",");
      assertThat(gateway.post("/v1/chat/completions", lossy).statusCode()).isEqualTo(400);
      assertThat(gateway.post("/v1/chat/completions", body("gemini", true, "")).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void onTheStraightWayNothingIsLost() throws Exception {
    try (var gateway = gateway(OnLoss.REFUSE)) {
      HttpResponse<String> answer =
          gateway.post(
              "/v1/chat/completions",
              body("openai-chat", true, "\"n\": 2, \"new_field\": 1, \"seed\": 7,"));

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Weir-Loss")).isEmpty();
      assertThat(gateway.ended(DoorGateway.id(answer)).get("lost").items()).isEmpty();
    }
  }

  @Test
  void frontEndsAreToldToo() throws Exception {
    try (var gateway = new DoorGateway(folder, "answers:\n  - say:\n      - text: \"Hi\"\n")) {
      String body =
          "{\"id\":\"c\",\"provider\":\"gemini\",\"thinking\":\"off\",\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"Hi\"}]}]}";
      assertThat(gateway.post("/v1/ui/chat", body).headers().firstValue("Weir-Loss"))
          .hasValue("thinking");
    }
  }
}
