package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.request.Asked;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What the simulator reads in a conversation of several turns. */
class ConversationsTest {
  static final List<Dialect> SERVED =
      Dialects.all().stream().filter(d -> d.serverSide().isPresent()).toList();

  /** A question, a call, its result; a later turn goes on from there. */
  private static String conversation(Dialect dialect, String later) {
    return switch (dialect.word()) {
      case "openai-responses" ->
          """
          {"model":"m","tools":[{"type":"function","name":"forecast"}],"input":[
            {"role":"user","content":[{"type":"input_text","text":"weather?"}]},
            {"type":"reasoning","id":"rs_1","summary":[]},
            {"type":"function_call","call_id":"c1","name":"forecast","arguments":"{}"},
            {"type":"function_call_output","call_id":"c1","output":"sunny"}%s]}
          """
              .formatted(later);
      case "openai-chat", "cohere" ->
          """
          {"model":"m","tools":[{"type":"function","function":{"name":"forecast"}}],"messages":[
            {"role":"system","content":"Be brief"},
            {"role":"user","content":"weather?"},
            {"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"forecast","arguments":"{}"}}]},
            {"role":"tool","tool_call_id":"c1","content":"sunny"}%s]}
          """
              .formatted(later);
      case "anthropic" ->
          """
          {"model":"m","tools":[{"name":"forecast"}],"messages":[
            {"role":"user","content":"weather?"},
            {"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"forecast","input":{}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"sunny"}]}%s]}
          """
              .formatted(later);
      case "gemini" ->
          """
          {"tools":[{"functionDeclarations":[{"name":"forecast"}]}],"contents":[
            {"role":"user","parts":[{"text":"weather?"}]},
            {"role":"model","parts":[{"functionCall":{"name":"forecast","args":{}}}]},
            {"role":"user","parts":[{"functionResponse":{"name":"forecast","response":{"result":"sunny"}}}]}%s]}
          """
              .formatted(later);
      case "ollama" ->
          """
          {"model":"m","tools":[{"type":"function","function":{"name":"forecast"}}],"messages":[
            {"role":"user","content":"weather?"},
            {"role":"assistant","content":"","tool_calls":[{"function":{"name":"forecast","arguments":{}}}]},
            {"role":"tool","tool_name":"forecast","content":"sunny"}%s]}
          """
              .formatted(later);
      case "bedrock" ->
          """
          {"toolConfig":{"tools":[{"toolSpec":{"name":"forecast"}}]},"messages":[
            {"role":"user","content":[{"text":"weather?"}]},
            {"role":"assistant","content":[{"toolUse":{"toolUseId":"c1","name":"forecast","input":{}}}]},
            {"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[{"text":"sunny"}]}}]}%s]}
          """
              .formatted(later);
      default -> throw new IllegalArgumentException("xAI is asked in protobuf");
    };
  }

  private static String laterTurn(Dialect dialect) {
    return switch (dialect.word()) {
      case "gemini" ->
          ",{\"role\":\"model\",\"parts\":[{\"text\":\"sun\"}]},{\"role\":\"user\",\"parts\":[{\"text\":\"thanks\"}]}";
      case "bedrock" ->
          ",{\"role\":\"assistant\",\"content\":[{\"text\":\"sun\"}]},{\"role\":\"user\",\"content\":[{\"text\":\"thanks\"}]}";
      default ->
          ",{\"role\":\"assistant\",\"content\":\"sun\"},{\"role\":\"user\",\"content\":\"thanks\"}";
    };
  }

  private static Asked read(Dialect dialect, String later) {
    var endpoint = new Endpoint("m", /* streams= */ true, dialect.streamForm());
    String body = conversation(dialect, later);
    Json json = new JsonReader(/* maxDepth= */ 50, 1 << 20).read(body);
    return Asked.of(dialect.serverSide().orElseThrow().read(json, endpoint), body.getBytes(UTF_8));
  }

  @ParameterizedTest
  @FieldSource("SERVED")
  void aResultIsItsToolsAndTheQuestionStays(Dialect dialect) {
    Asked asked = read(dialect, "");
    assertThat(asked.prompt()).isEqualTo("weather?");
    assertThat(asked.tools()).containsExactly("forecast");
    assertThat(asked.result("forecast"))
        .hasValueSatisfying(result -> {
          assertThat(result.toolName()).isEqualTo("forecast");
          assertThat(result.text()).isIn("sunny", "{\"result\":\"sunny\"}");
        });
  }

  @ParameterizedTest
  @FieldSource("SERVED")
  void whatWasAnsweredInAnEarlierTurnIsNotAResultAnyMore(Dialect dialect) {
    Asked asked = read(dialect, laterTurn(dialect));
    assertThat(asked.prompt()).isEqualTo("thanks");
    assertThat(asked.results()).isEmpty();
  }
}
