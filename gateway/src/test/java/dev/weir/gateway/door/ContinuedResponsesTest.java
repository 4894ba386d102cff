package dev.weir.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.security.Keys;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.ScriptReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenAI Responses that go on from an earlier one, or without their client. */
class ContinuedResponsesTest {
  private static final String SCRIPT =
      """
      answers:
        - say:
            - thinking: "Let me look."
            - text: "One two three."
      """;

  @TempDir private Path folder;

  private static String ask(String model, String more) {
    return "{\"model\":\"model-of-%s\",%s}".formatted(model, more.replace('\'', '"'));
  }

  private static Json sent(DoorGateway gateway) {
    return DoorGateway.json(gateway.sent.getLast().body());
  }

  private static SimulatorOptions slow() {
    String slow =
        "answers:\n  - say:\n      - text: \"one\"\n      - pause: 60s\n      - text: \"two\"\n";
    return SimulatorOptions.defaults().withScript(ScriptReader.read("slow.yaml", slow));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic", "gemini"})
  void aConversationGoesOnByTheIdOfItsLastResponse(String provider) throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String first =
          gateway
              .post(
                  "/v1/responses",
                  ask(provider, "'input':'What comes first?','instructions':'Be brief.'"))
              .body();
      String id = DoorGateway.json(first).get("id").textOrEmpty();
      String second =
          gateway
              .post(
                  "/v1/responses",
                  ask(provider, "'input':'And then?','previous_response_id':'%s'".formatted(id)))
              .body();
      assertThat(DoorGateway.json(second).get("previous_response_id").text()).isEqualTo(id);
      String next = DoorGateway.json(second).get("id").textOrEmpty();
      gateway.post(
          "/v1/responses",
          ask(provider, "'input':'At last?','previous_response_id':'%s'".formatted(next)));

      String told = sent(gateway).toText();
      assertThat(told)
          .containsSubsequence(
              "What comes first?", "One two three.", "And then?", "One two three.", "At last?")
          .doesNotContain("previous_response_id")
          // What one request told the model is not told again by the next.
          .doesNotContain("Be brief.");
    }
  }

  @Test
  void whatIsNotThereOrAnothersCannotBeContinued() throws Exception {
    String alice = Keys.newKey();
    String bob = Keys.newKey();
    var options =
        GatewayOptions.local(0, folder)
            .withKeys(Keys.of(Map.of("alice", Keys.hash(alice), "bob", Keys.hash(bob))));
    try (var gateway = new DoorGateway(options, SCRIPT, Map.of())) {
      String first =
          gateway
              .post("/v1/responses", ask("gemini", "'input':'A secret'"), "api-key", alice)
              .body();
      String id = DoorGateway.json(first).get("id").textOrEmpty();
      String more = "'input':'And then?','previous_response_id':'%s'".formatted(id);
      HttpResponse<String> others =
          gateway.post("/v1/responses", ask("gemini", more), "api-key", bob);
      assertThat(others.statusCode()).isEqualTo(400);
      assertThat(others.body()).contains("invalid_request_error").contains("not found");
      assertThat(sent(gateway).toText()).doesNotContain("And then?");
    }
  }

  @Test
  void aResponseInTheBackgroundGoesOnWithoutItsClientWhoComesBackForIt() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      HttpResponse<String> begun =
          gateway.post("/v1/responses", ask("anthropic", "'input':'Hi','background':true"));
      Json response = DoorGateway.json(begun.body());
      assertThat(response.get("status").text()).isEqualTo("in_progress");
      assertThat(response.get("background").isTrue()).isTrue();
      assertThat(begun.headers().firstValue("Weir-Loss").orElse("")).doesNotContain("background");
      gateway.ended(DoorGateway.id(begun));
      String id = response.get("id").textOrEmpty();
      Json whole = DoorGateway.json(gateway.get("/v1/responses/" + id).body());
      assertThat(whole.get("status").text()).isEqualTo("completed");
      assertThat(whole.toText()).contains("One two three.");
      assertThat(gateway.get("/v1/responses/%s?stream=true&starting_after=0".formatted(id)).body())
          .contains("response.completed");
      assertThat(sent(gateway).toText()).doesNotContain("background");
    }
  }

  @Test
  void aResponseInTheBackgroundCanBeCancelled() throws Exception {
    try (var gateway = new DoorGateway(GatewayOptions.local(0, folder), slow(), Map.of())) {
      HttpResponse<String> begun =
          gateway.post("/v1/responses", ask("gemini", "'input':'Hi','background':true"));
      String id = DoorGateway.json(begun.body()).get("id").textOrEmpty();
      Json cancelled =
          DoorGateway.json(gateway.post("/v1/responses/" + id + "/cancel", "{}").body());
      assertThat(cancelled.get("status").text()).isEqualTo("cancelled");
    }
  }

  @Test
  void aStraightResponseInTheBackgroundIsCancelledAtItsProviderToo() throws Exception {
    try (var gateway = new DoorGateway(GatewayOptions.local(0, folder), slow(), Map.of())) {
      HttpResponse<String> begun =
          gateway.post("/v1/responses", ask("openai", "'input':'Hi','background':true"));
      String path = "/v1/responses/" + DoorGateway.json(begun.body()).get("id").textOrEmpty();
      HttpRequest rest = gateway.request(path + "?stream=true").build();
      try (Stream<String> lines =
          gateway.http().send(rest, HttpResponse.BodyHandlers.ofLines()).body()) {
        assertThat(lines.anyMatch(line -> line.contains("\"one\""))).isTrue();
      }
      gateway.post(path + "/cancel", "{}");
      gateway.eventually(() -> gateway.sent.size() == 2);
      assertThat(gateway.sent.getLast().method()).isEqualTo("POST");
      assertThat(gateway.sent.getLast().url().getPath()).matches("/v1/responses/[^/]+/cancel");
      gateway.eventually(() -> gateway.simulator().requests().size() == 2);
    }
  }

  @Test
  void whatIsNotOfferedIsRefusedInTheDialectsOwnWords() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      HttpResponse<String> refused =
          gateway.post("/v1/responses/compact", ask("openai", "'input':[]"));
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).contains("invalid_request_error").contains("does not offer");
    }
  }

  @Test
  void aResponseRepeatsWhatWasAskedWhoeverAnswers() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String asked =
          "'input':'Hi','temperature':0.25,'metadata':{'a':'b'},'store':false,'instructions':'Be brief.'";
      Json whole = DoorGateway.json(gateway.post("/v1/responses", ask("anthropic", asked)).body());
      assertThat(whole.get("temperature").toText()).isEqualTo("0.25");
      assertThat(whole.get("metadata").toText()).isEqualTo("{\"a\":\"b\"}");
      assertThat(whole.get("store").toText()).isEqualTo("false");
      assertThat(whole.get("instructions").text()).isEqualTo("Be brief.");
    }
  }

  @Test
  void chatTakesABodyOfResponsesAndAnswersInChat() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String body =
          ask(
              "anthropic",
              "'input':[{'role':'user','content':'Hi'}],'tools':[{'type':'custom','name':'apply_patch','description':'Patches'}]");
      Json whole = DoorGateway.json(gateway.post("/v1/chat/completions", body).body());
      assertThat(whole.get("object").text()).isEqualTo("chat.completion");
      assertThat(whole.get("choices").at(0).get("message").get("content").text())
          .isEqualTo("One two three.");
      assertThat(sent(gateway).toText()).contains("apply_patch");
      String flat =
          ask(
              "anthropic",
              "'messages':[{'role':'user','content':'Hi'},{'role':'assistant','content':[]},{'role':'user','content':'Go on'}],"
                  + "'tools':[{'type':'custom','name':'apply_patch'},{'type':'function','name':'look','parameters':{'type':'object'}}]");
      HttpResponse<String> answered = gateway.post("/v1/chat/completions", flat);
      assertThat(answered.statusCode()).describedAs(answered.body()).isEqualTo(200);
      assertThat(sent(gateway).get("tools").items()).hasSize(2);
    }
  }

  @Test
  void aProviderOfChatGetsFlatToolsInChatsOwnForm() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      String flat =
          ask(
              "openai-chat",
              "'messages':[{'role':'user','content':'Hi'}],'tool_choice':{'type':'function','name':'look'},"
                  + "'tools':[{'type':'function','name':'look','parameters':{'type':'object'},'strict':true},"
                  + "{'type':'custom','name':'apply_patch','format':{'type':'grammar','syntax':'lark','definition':'x'}},"
                  + "{'type':'function','function':{'name':'nested'}}]");
      HttpResponse<String> answered = gateway.post("/v1/chat/completions", flat);
      assertThat(answered.statusCode()).describedAs(answered.body()).isEqualTo(200);
      assertThat(answered.headers().firstValue("Weir-Loss")).isEmpty();
      assertThat(sent(gateway).get("tools").toText())
          .isEqualTo(
              """
              [{"type":"function","function":{"name":"look","parameters":{"type":"object"},"strict":true}},\
              {"type":"custom","custom":{"name":"apply_patch","format":{"type":"grammar","grammar":{"syntax":"lark","definition":"x"}}}},\
              {"type":"function","function":{"name":"nested"}}]\
              """);
      assertThat(sent(gateway).get("tool_choice").toText())
          .isEqualTo("{\"type\":\"function\",\"function\":{\"name\":\"look\"}}");
    }
  }

  @Test
  void aStreamOfADoorIsContinuedThereAndNotByAfter() throws Exception {
    try (var gateway = new DoorGateway(folder, SCRIPT)) {
      HttpResponse<String> first =
          gateway.post("/v1/chat/completions", Door.CHAT.body("model-of-gemini", false));
      HttpResponse<String> after =
          gateway.post(
              "/v1/chat",
              "{\"after\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"And?\"}]}"
                  .formatted(DoorGateway.id(first)));
      assertThat(after.statusCode()).isEqualTo(400);
      assertThat(after.body()).contains("was asked for in openai-chat");
    }
  }
}
