package dev.weir.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is not a request of its dialect, over a provider of another. */
class BadRequestsTest {
  @TempDir private Path folder;
  private DoorGateway gateway;

  @BeforeEach
  void start() throws Exception {
    gateway = new DoorGateway(folder, "answers: [{say: [{text: hi}]}]");
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          chat      | {                                                                     | not JSON
          chat      | [1]                                                                   | JSON object
          chat      | {"messages": []}                                                      | name the model
          chat      | {"model": 7, "messages": []}                                          | model: expected a text, saw 7
          chat      | {"model": "M", "messages": "hi"}                                      | messages: expected an array
          chat      | {"model": "M", "messages": []}                                        | no message
          chat      | {"model": "M", "messages": [{"role": "wizard", "content": "x"}]}      | messages[0].role
          chat      | {"model": "M", "stream": "yes", "messages": [{"role": "user", "content": "x"}]} | stream: expected true or false
          chat      | {"model": "M", "messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,%%%"}}]}]} | not base64
          responses | {"model": "M", "input": 7}                                            | input: expected
          responses | {"model": "M", "input": [{"role": "wizard", "content": "x"}]}         | input[0]
          anthropic | {"model": "M", "messages": [{"role": "user", "content": "x"}]}        | max_tokens: Field required
          anthropic | {"model": "M", "max_tokens": "many", "messages": []}                  | max_tokens: expected a whole number
          anthropic | {"model": "M", "max_tokens": 9, "messages": [{"role": "wizard", "content": "x"}]} | messages[0].role
          anthropic | {"model": "M", "max_tokens": 9, "messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "%%%"}}]}]} | not base64
          gemini    | {"contents": 7}                                                       | contents: expected an array
          gemini    | {"contents": [{"role": "wizard", "parts": [{"text": "x"}]}]}          | contents[0].role
          ollama    | {"model": "M", "messages": 7}                                         | messages: expected an array
          ollama    | {"model": "M", "options": 7, "messages": [{"role": "user", "content": "x"}]} | options: expected an object, saw 7
          gemini    | {"generationConfig": 7, "contents": [{"role": "user", "parts": [{"text": "x"}]}]} | generationConfig: expected an object, saw 7
          responses | {"model": "M", "input": "x", "reasoning": "high"}                     | reasoning: expected an object
          anthropic | {"model": "M", "max_tokens": 9, "thinking": true, "messages": [{"role": "user", "content": "x"}]} | thinking: expected an object, saw true
          chat      | {"model": "M", "response_format": "json", "messages": [{"role": "user", "content": "x"}]} | response_format: expected an object
          """)
  void isRefusedInTheDialectWithThePlaceOfWhatIsWrong(String word, String body, String said)
      throws Exception {
    Door door =
        Door.ALL.stream().filter(d -> d.dialect().word().endsWith(word)).findFirst().orElseThrow();
    // The provider must be another: of the same dialect it refuses what it refuses itself.
    String model = word.equals("ollama") ? "model-of-gemini" : "model-of-ollama";
    HttpResponse<String> refused =
        gateway.post(door.path(model, false), body.replace("\"M\"", "\"" + model + "\""));

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains(said);
    String message = message(refused.body());
    assertThat(refused.body())
        .isEqualTo(door.dialect().serverSide().orElseThrow().error(400, message).body());
    assertThat(gateway.sent).isEmpty();
  }

  private static String message(String body) {
    var error = DoorGateway.json(body).get("error");
    return error.text() == null ? error.get("message").textOrEmpty() : error.textOrEmpty();
  }
}
