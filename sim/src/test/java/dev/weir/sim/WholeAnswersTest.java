package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.dialect.SimulatedDialects;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Clients that do not ask for a stream get the same answer as one JSON object. */
class WholeAnswersTest {
  static final List<Dialect> SERVED =
      Dialects.all().stream().filter(d -> SimulatedDialects.server(d).isPresent()).toList();
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
        switch (dialect.word()) {
          case "gemini" -> "/v1beta/models/m:generateContent";
          case "bedrock" -> "/model/m/converse";
          default -> Caller.path(dialect);
        };
    String body = Caller.body(dialect, prompt).replace("\"stream\":true", "\"stream\":false");
    return Caller.post(simulator, path, body);
  }

  /** What the providers' own documents show, with KEY for what depends on the request. */
  private static String expected(Dialect dialect) {
    return switch (dialect.word()) {
      case "openai-responses" ->
          """
          {"id":"resp_KEY","object":"response","created_at":1767225600,"status":"completed","error":null,
           "incomplete_details":null,"instructions":null,"metadata":{},"model":"demo-1","output":[
            {"id":"rs_0","type":"reasoning","summary":[{"type":"summary_text","text":"Hm."}],
             "encrypted_content":"c2ltLTAwMDExYmE5LTM="},
            {"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[
             {"type":"output_text","text":"Rome is «sunny».","annotations":[],"logprobs":[]}]},
            {"id":"fc_2","type":"function_call","status":"completed","call_id":"call_7","name":"forecast",
             "arguments":"{\\"city\\":\\"Rome\\"}"}],
           "parallel_tool_calls":true,"temperature":null,"tool_choice":"auto","tools":[],"top_p":null,
           "usage":{"input_tokens":10,"input_tokens_details":{"cached_tokens":0,"cache_write_tokens":0},
            "output_tokens":20,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":30}}
          """;
      case "openai-chat" ->
          """
          {"id":"chatcmpl-KEY","object":"chat.completion","created":1767225600,"model":"demo-1","choices":[
            {"index":0,"message":{"role":"assistant","content":"Rome is «sunny».","refusal":null,
             "reasoning_content":"Hm.","tool_calls":[{"id":"call_7","type":"function",
              "function":{"name":"forecast","arguments":"{\\"city\\":\\"Rome\\"}"}}]},
             "logprobs":null,"finish_reason":"tool_calls"}],
           "usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30}}
          """;
      case "anthropic" ->
          """
          {"id":"msg_KEY","type":"message","role":"assistant","model":"demo-1","content":[
            {"type":"thinking","thinking":"Hm.","signature":"c2ltLTAwMDExYmE5LTM="},
            {"type":"text","text":"Rome is «sunny»."},
            {"type":"tool_use","id":"call_7","name":"forecast","input":{"city":"Rome"},"caller":{"type":"direct"}}],
           "stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":10,"output_tokens":20}}
          """;
      case "gemini" ->
          """
          {"candidates":[{"content":{"parts":[{"text":"Hm.","thought":true},
            {"text":"Rome is «sunny».","thoughtSignature":"c2ltLTAwMDExYmE5LTM="},{"functionCall":{"id":"call_7","name":"forecast","args":{"city":"Rome"}}}],"role":"model"},
            "finishReason":"STOP","index":0}],
           "usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":20,"totalTokenCount":30},
           "modelVersion":"demo-1","responseId":"KEY"}
          """;
      case "ollama" ->
          """
          {"model":"demo-1","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant",
            "content":"Rome is «sunny».","thinking":"Hm.",
            "tool_calls":[{"id":"call_7","function":{"name":"forecast","arguments":{"city":"Rome"}}}]},
           "done_reason":"stop","done":true,"prompt_eval_count":10,"eval_count":20,
           "total_duration":0,"load_duration":0,"prompt_eval_duration":0,"eval_duration":0}
          """;
      case "cohere" ->
          """
          {"id":"KEY","finish_reason":"TOOL_CALL","message":{"role":"assistant","content":[
            {"type":"thinking","thinking":"Hm."},{"type":"text","text":"Rome is «sunny»."}],
            "tool_calls":[{"id":"call_7","type":"function",
             "function":{"name":"forecast","arguments":"{\\"city\\":\\"Rome\\"}"}}]},
           "usage":{"tokens":{"input_tokens":10,"output_tokens":20}}}
          """;
      case "bedrock" ->
          """
          {"output":{"message":{"role":"assistant","content":[
            {"reasoningContent":{"reasoningText":{"text":"Hm.","signature":"c2ltLTAwMDExYmE5LTM="}}},
            {"text":"Rome is «sunny»."},
            {"toolUse":{"toolUseId":"call_7","name":"forecast","input":{"city":"Rome"}}}]}},
           "stopReason":"tool_use","usage":{"inputTokens":10,"outputTokens":20,"totalTokens":30},
           "metrics":{"latencyMs":0}}
          """;
      case "gemini-interactions" ->
          """
          {"id":"v1_KEY","object":"interaction","model":"demo-1","status":"requires_action","steps":[
            {"type":"thought","summary":[{"type":"text","text":"Hm."}],"signature":"c2ltLTAwMDExYmE5LTM="},
            {"type":"model_output","content":[{"type":"text","text":"Rome is «sunny»."}]},
            {"type":"function_call","id":"call_7","name":"forecast","arguments":{"city":"Rome"}}],
           "usage":{"total_input_tokens":10,"total_output_tokens":20}}
          """;
      default -> throw new IllegalArgumentException("xAI answers in protobuf");
    };
  }

  private static String canonical(String json) {
    return JsonText.canonical(new JsonReader(/* maxDepth= */ 50, 1 << 20).read(json));
  }

  @ParameterizedTest
  @FieldSource("SERVED")
  void theAnswerComesWhole(Dialect dialect) throws Exception {
    HttpResponse<byte[]> response = ask(dialect, "hello");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
    String body = new String(response.body(), UTF_8).replaceAll("[0-9a-f]{16,}", "KEY");
    assertThat(canonical(body)).isEqualTo(canonical(expected(dialect)));
  }

  @ParameterizedTest
  @FieldSource("SERVED")
  void anErrorIsTheStatus(Dialect dialect) throws Exception {
    HttpResponse<byte[]> response = ask(dialect, "a broken one");
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(new String(response.body(), UTF_8)).contains("Overloaded");
  }

  @ParameterizedTest
  @FieldSource("SERVED")
  void aRequestThatIsNotOneIsRefusedInTheDialectsWordsWithThePathToTheField(Dialect dialect)
      throws Exception {
    String body = Caller.body(dialect, "hello").replace("\"user\"", "\"wizard\"");
    // One of them needs no role.
    String wrong = body.replace("\"hello\"}", "7}");
    HttpResponse<byte[]> response = Caller.post(simulator, Caller.path(dialect), wrong);
    assertThat(response.statusCode()).isEqualTo(400);
    String error = new String(response.body(), UTF_8);
    assertThat(error)
        .isEqualTo(
            SimulatedDialects.server(dialect).orElseThrow().error(400, problem(error)).body());
    assertThat(problem(error))
        .matches("(input|(messages|contents)\\[0]\\.(role|content)): expected .*");
  }

  /** What the error says, wherever the dialect puts it. */
  private static String problem(String error) {
    Json json = new JsonReader(/* maxDepth= */ 50, 1 << 20).read(error);
    Json inner = json.get("error").isObject() ? json.get("error") : json;
    String message = inner.get("message").text();
    return message == null ? json.get("error").textOrEmpty() : message;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          anthropic        | "thinking":{"type":"disabled"}
          openai-chat      | "reasoning_effort":"none"
          openai-responses | "reasoning":{"effort":"none"}
          ollama           | "think":false
          gemini           | "generationConfig":{"thinkingConfig":{"thinkingBudget":0}}
          """)
  void aModelThatIsToldNotToThinkDoesNot(String word, String off) throws Exception {
    Dialect dialect = Dialects.of(word).orElseThrow();
    String asked = Caller.body(dialect, "weather").replace("\"stream\":true", "\"stream\":false");
    String path = word.equals("gemini") ? "/v1beta/models/m:generateContent" : Caller.path(dialect);
    String thinking = new String(Caller.post(simulator, path, asked).body(), UTF_8);
    String silent =
        new String(
            Caller.post(simulator, path, asked.replaceFirst("\\{", "{" + off + ",")).body(), UTF_8);
    assertThat(thinking).contains("Hm.", "sunny");
    assertThat(silent).contains("sunny").doesNotContain("Hm.");
  }
}
