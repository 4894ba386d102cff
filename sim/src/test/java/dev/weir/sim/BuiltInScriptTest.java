package dev.weir.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the simulator answers without a script, to clients that want something of it. */
class BuiltInScriptTest {
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  @Test
  void aSchemaIsAnsweredWithWhatItAllows() throws Exception {
    Json answer =
        chat(
            """
            "messages":[{"role":"user","content":"Where?"}],
            "response_format":{"type":"json_schema","json_schema":{"name":"place","schema":
              {"type":"object","properties":{"city":{"type":"string"},"size":{"enum":["big"]}}}}}
            """);

    assertThat(said(answer, 0).get("content").text())
        .isEqualTo("{\"city\":\"city\",\"size\":\"big\"}");
  }

  @Test
  void whoWantsSeveralAnswersGetsThatMany() throws Exception {
    Json answer = chat("\"n\":3,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]");

    assertThat(answer.get("choices").items()).hasSize(3);
    assertThat(said(answer, 2)).isEqualTo(said(answer, 0));
    assertThat(answer.get("choices").items().get(2).get("finish_reason").text()).isEqualTo("stop");
  }

  @Test
  void aToolThatIsOfferedIsCalledAsItsSchemaWants() throws Exception {
    String offered =
        """
        "messages":[{"role":"user","content":"Make a tool call, please"}%s],
        "tools":[{"type":"function","function":{"name":"roll","parameters":
          {"type":"object","properties":{"sides":{"type":"integer","minimum":6}}}}}]
        """;
    Json call = said(chat(offered.formatted("")), 0).get("tool_calls").items().getFirst();
    Json after =
        chat(
            offered.formatted(
                ",{\"role\":\"assistant\",\"tool_calls\":[%s]},{\"role\":\"tool\",\"tool_call_id\":\"%s\",\"content\":\"a four\"}"
                    .formatted(call.toText(), call.get("id").text())));

    assertThat(call.get("function").toText())
        .isEqualTo("{\"name\":\"roll\",\"arguments\":\"{\\\"sides\\\":6}\"}");
    assertThat(said(after, 0).get("content").text()).isEqualTo("The tool returned: a four");
  }

  private static Json said(Json answer, int choice) {
    return answer.get("choices").items().get(choice).get("message");
  }

  private static Json chat(String fields) throws IOException, InterruptedException {
    byte[] body =
        Caller.post(simulator, "/v1/chat/completions", "{\"model\":\"m\"," + fields + "}").body();
    return new JsonReader(/* maxDepth= */ 50, 1 << 20).read(Bytes.of(body));
  }
}
