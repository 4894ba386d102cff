package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.stream.Dialect;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that ask for no stream get the same answer as one JSON object. */
class WholeAnswersTest {
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    var script =
        ScriptReader.read(
            "whole.yaml",
            """
            model: demo-1
            wait: 5s
            answers:
              - when: {text: broken}
                say: [{text: a b}, {error: Overloaded}]
              - say:
                  - thinking: Hm.
                  - text: Rome is «sunny».
                  - {call: forecast, id: call_7, arguments: {city: Rome}}
                usage: {input: 10, output: 20}
            """);
    simulator = Simulator.start(SimulatorOptions.defaults().withScript(script).atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static HttpResponse<byte[]> ask(Dialect dialect, String prompt) throws Exception {
    String path =
        switch (dialect) {
          case GEMINI, GEMINI_INTERACTIONS -> "/v1beta/models/m:generateContent";
          case BEDROCK -> "/model/m/converse";
          case OPENAI_RESPONSES, OPENAI_CHAT, ANTHROPIC, OLLAMA, COHERE -> Caller.path(dialect);
        };
    String body =
        Caller.body(dialect, prompt).replace("\"stream\":true", "\"stream\":false");
    return Caller.post(simulator, path, body);
  }

  private static String expected(Dialect dialect) {
    return "";
  }

  @ParameterizedTest
  @EnumSource(
      names = {"GEMINI_INTERACTIONS"},
      mode = EnumSource.Mode.EXCLUDE)
  void theAnswerComesWhole(Dialect dialect) throws Exception {
    HttpResponse<byte[]> response = ask(dialect, "hello");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
    assertThat(new String(response.body(), UTF_8).replaceAll("\"(\\w+)_?[0-9a-f]{16,}\"", "\"$1_ID\""))
        .isEqualTo(expected(dialect));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"GEMINI_INTERACTIONS"},
      mode = EnumSource.Mode.EXCLUDE)
  void anErrorIsTheStatus(Dialect dialect) throws Exception {
    HttpResponse<byte[]> response = ask(dialect, "a broken one");
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(new String(response.body(), UTF_8)).contains("Overloaded");
  }

  @Test
  void aStreamThatCannotBeWrittenIsRefusedInWords() throws Exception {
    HttpResponse<byte[]> response =
        Caller.post(
            simulator, Caller.path(Dialect.BEDROCK), Caller.body(Dialect.BEDROCK, "hello"));
    assertThat(response.statusCode()).isEqualTo(501);
    assertThat(new String(response.body(), UTF_8)).contains("ask for no stream");
  }
}
