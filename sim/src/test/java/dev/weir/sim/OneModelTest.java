package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients look up: one model, and what is not there. */
final class OneModelTest {
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/models/gpt-5        | accept            | {"id":"gpt-5","object":"model"
          /openai/v1/models/a%2Fb | accept            | {"id":"a/b","object":"model"
          /v1/models/claude       | anthropic-version | "type":"model"
          /v1/models/claude       | x-api-key         | "display_name":"claude"
          /v1beta/models/gemini-3 | accept            | {"name":"models/gemini-3"
          """)
  void oneModelIsToldInTheDialectsOwnForm(String path, String header, String told)
      throws Exception {
    HttpResponse<byte[]> response = Caller.get(simulator, path, header, "x");

    assertThat(text(response)).contains(told);
    assertThat(response.statusCode()).isEqualTo(200);
  }

  @Test
  void ollamaShowsTheModelThatTheBodyNames() throws Exception {
    assertThat(text(Caller.post(simulator, "/api/show", "{\"model\":\"qwen3\"}")))
        .contains("\"capabilities\"");
    HttpResponse<byte[]> unnamed = Caller.post(simulator, "/api/show", "{}");
    assertThat(unnamed.statusCode()).isEqualTo(400);
    assertThat(text(unnamed)).isEqualTo("{\"error\":\"model is required\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/messages/batches | {"type":"error","error":{"type":"not_found_error"
          /v1beta/cachedContents | {"error":{"code":404,
          /api/blobs/x | {"error":"Nothing answers
          /v2/rerank | {"message":"Nothing answers
          /v1/files | {"error":{"message":"Nothing answers
          /api/v1/key | {"error":{"message":"Nothing answers
          """)
  void whatIsNotHereIsSaidInTheDialectOfThePath(String path, String begins) throws Exception {
    HttpResponse<byte[]> got = Caller.get(simulator, path);
    HttpResponse<byte[]> posted = Caller.post(simulator, path, "{}");

    assertThat(got.statusCode()).isEqualTo(404);
    assertThat(text(got)).startsWith(begins);
    assertThat(posted.statusCode()).isEqualTo(404);
    assertThat(text(posted)).startsWith(begins);
  }

  @Test
  void aClientOfAnthropicIsToldInItsOwnFormWhateverThePath() throws Exception {
    assertThat(text(Caller.get(simulator, "/v1/files", "anthropic-version", "2023-06-01")))
        .startsWith("{\"type\":\"error\"");
  }
}
