package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients ask for beside answers, and count on inside them. */
final class BesidesAnswersTest {
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static Json json(HttpResponse<byte[]> response) {
    assertThat(response.statusCode()).isEqualTo(200);
    return new JsonReader(20, 1 << 20).read(new String(response.body(), UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/messages/count_tokens | input_tokens
          /v1/responses/input_tokens | input_tokens
          /v1beta/models/m:countTokens | totalTokens
          """)
  void tokensAreCountedInTheDialectsOwnForm(String path, String field) throws Exception {
    String few = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";
    String many = few.replace("Hi", "Hi ".repeat(400));

    assertThat(json(Caller.post(simulator, path, few)).get(field).number()).isBetween(1L, 50L);
    assertThat(json(Caller.post(simulator, path, many)).get(field).number()).isGreaterThan(200);
  }

  @Test
  void ollamaGeneratesAndTellsWhichModelsRun() throws Exception {
    Json told =
        json(
            Caller.post(
                simulator,
                "/api/generate",
                "{\"model\":\"m\",\"prompt\":\"Hi\",\"stream\":false}"));
    assertThat(told.get("response").textOrEmpty()).isNotEmpty();
    assertThat(told.get("done").isTrue()).isTrue();
    assertThat(json(Caller.get(simulator, "/api/ps")).get("models").isArray()).isTrue();
  }

  @Test
  void theStartOfAMessageHasItsUsageAsNumbers() throws Exception {
    String body =
        "{\"model\":\"m\",\"max_tokens\":99,\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";
    String stream = new String(Caller.post(simulator, "/v1/messages", body).body(), UTF_8);
    String start =
        stream.lines().filter(line -> line.startsWith("data: ")).findFirst().orElseThrow();
    Json usage =
        new JsonReader(20, 1 << 20)
            .read(start.substring("data: ".length()))
            .get("message")
            .get("usage");
    assertThat(usage.get("input_tokens").number()).isPositive();
    assertThat(usage.get("output_tokens").number()).isNotNull();
  }
}
