package dev.weir.client.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class RequestWriterTest {
  static final List<Dialect> ASKED =
      Dialects.all().stream().filter(d -> d.clientSide().isPresent()).toList();
  private static final Json SCHEMA = new Json.Fields(Map.of("type", new Json.Text("object")));

  private static Provider provider(Dialect dialect) {
    return Provider.builder("p", dialect, "http://localhost").defaultModel("m").build();
  }

  private static String body(Dialect dialect, Request request) {
    return RequestWriter.write(request, provider(dialect)).body().toText().replace('"', '\'');
  }

  /** A turn: a question, an answer with signed thinking and a call, and what the tool gave. */
  private static Request turn(Dialect from) {
    var assembler = new ResponseAssembler();
    EventScript.response()
        .reasoning(new Reasoning(null, List.of(), null, "seal", false), "Look it up.")
        // Items are outputs there.
        .output(from.equals(Dialects.OPENAI_RESPONSES) ? 1 : 0)
        .call("c1", "weather", "{\"city\":\"Graz\"}")
        .finish(FinishReason.TOOL_CALLS, "tool_calls")
        .end(Verdict.TOOL_CALLS, "tool_calls")
        .forEach(assembler::accept);
    Response answer = assembler.response();
    return Request.builder()
        .message(new Message.Instruction("Be brief."))
        .message(Message.user("Rain?"))
        .message(new Message.Earlier(answer, from.word()))
        .message(new Message.ToolOutputs(List.of(new ToolOutput(null, "weather", "sunny", false))))
        .tool(new ToolSpec("weather", "Says it", SCHEMA))
        .sampling(new Sampling(0.5, null, null, List.of("END")))
        .build();
  }

  @Test
  void anthropicGetsSignedThinkingBackInItsPlace() {
    assertThat(body(Dialects.ANTHROPIC, turn(Dialects.ANTHROPIC)))
        .isEqualTo(
            "{'model':'m','system':'Be brief.','messages':[{'role':'user','content':[{'type':'text','text':'Rain?'}]},"
                + "{'role':'assistant','content':[{'type':'thinking','thinking':'Look it up.','signature':'seal'},"
                + "{'type':'tool_use','id':'c1','name':'weather','input':{'city':'Graz'}}]},"
                + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c1','content':'sunny'}]}],"
                + "'stream':true,'tools':[{'name':'weather','description':'Says it','input_schema':{'type':'object'}}],"
                + "'max_tokens':8192,'temperature':0.5,'stop_sequences':['END']}");
  }

  @Test
  void bedrockGetsSignedReasoningBackInItsPlace() {
    assertThat(body(Dialects.BEDROCK, turn(Dialects.BEDROCK)))
        .isEqualTo(
            "{'system':[{'text':'Be brief.'}],'messages':[{'role':'user','content':[{'text':'Rain?'}]},"
                + "{'role':'assistant','content':[{'reasoningContent':{'reasoningText':{'text':'Look it up.','signature':'seal'}}},"
                + "{'toolUse':{'toolUseId':'c1','name':'weather','input':{'city':'Graz'}}}]},"
                + "{'role':'user','content':[{'toolResult':{'toolUseId':'c1','content':[{'text':'sunny'}],'status':'success'}}]}],"
                + "'toolConfig':{'tools':[{'toolSpec':{'name':'weather','description':'Says it','inputSchema':{'json':{'type':'object'}}}}]},"
                + "'inferenceConfig':{'temperature':0.5,'stopSequences':['END']}}");
  }

  @Test
  void anAnswerOfAnotherDialectIsDegradedToTextAndCalls() {
    assertThat(body(Dialects.OPENAI_CHAT, turn(Dialects.ANTHROPIC)))
        .contains(
            "{'role':'assistant','content':null,'tool_calls':[{'id':'c1','type':'function','function':{'name':'weather','arguments':'{\\'city\\':\\'Graz\\'}'}}]}",
            "{'role':'tool','tool_call_id':'c1','content':'sunny'}")
        .doesNotContain("seal", "Look it up");
  }

  @ParameterizedTest
  @FieldSource("ASKED")
  void everyDialectCarriesATurnOfItsOwnAndOfAnother(Dialect dialect) {
    for (Dialect from : List.of(dialect, Dialects.ANTHROPIC, Dialects.OPENAI_CHAT)) {
      assertThat(body(dialect, turn(from)))
          .contains("Rain?", "Be brief.", "weather", "Graz", "sunny");
    }
  }

  @Test
  void vendorOptionsWinFieldByField() {
    Request request =
        Request.builder()
            .message(Message.user("Hi"))
            .sampling(new Sampling(0.5, null, null, List.of()))
            .vendorOption(
                "generationConfig", new Json.Fields(Map.of("candidateCount", new Json.Num("2"))))
            .build();
    assertThat(body(Dialects.GEMINI, request))
        .contains("'generationConfig':{'temperature':0.5,'candidateCount':2}");
  }

  @Test
  void vertexIsAskedToStreamArgumentsAndHasAWayBack() {
    Provider vertex =
        Provider.builder("v", Dialects.GEMINI, "http://localhost")
            .defaultModel("gemini-3")
            .style(Style.DEFAULT.withStreamedArguments(true))
            .build();
    Rendered rendered = RequestWriter.write(turn(Dialects.GEMINI), vertex);
    assertThat(rendered.path()).isEqualTo("/models/gemini-3:streamGenerateContent?alt=sse");
    assertThat(rendered.body().toText()).contains("streamFunctionCallArguments");
    Rendered fallback = rendered.fallback();
    assertThat(fallback == null ? "" : fallback.body().toText())
        .contains("functionDeclarations")
        .doesNotContain("streamFunctionCallArguments");
  }

  @Test
  void thinkingBecomesWhatEachModelKnows() {
    Request.Builder ask =
        Request.builder()
            .message(Message.user("Hi"))
            .thinking(new Thinking.Effort(Thinking.Level.HIGH));
    assertThat(body(Dialects.OPENAI_RESPONSES, ask.build()))
        .contains(
            "'reasoning':{'effort':'high','summary':'auto'}",
            "'store':false",
            "'include':['reasoning.encrypted_content']");
    assertThat(body(Dialects.ANTHROPIC, ask.modelName("claude-sonnet-4-5").build()))
        .contains("'thinking':{'type':'enabled','budget_tokens':16384}", "'max_tokens':24576");
    assertThat(body(Dialects.ANTHROPIC, ask.modelName("claude-opus-4-7").build()))
        .contains(
            "'thinking':{'type':'adaptive','display':'summarized'}",
            "'output_config':{'effort':'high'}");
    assertThat(body(Dialects.GEMINI, ask.modelName("gemini-2.5-pro").build()))
        .contains("'thinkingConfig':{'includeThoughts':true,'thinkingBudget':16384}");
    assertThat(body(Dialects.GEMINI, ask.modelName("gemini-flash-latest").build()))
        .contains("'thinkingConfig':{'includeThoughts':true,'thinkingLevel':'high'}");
    assertThat(
            body(
                Dialects.GEMINI,
                ask.modelName("gemini-3.8-flash").thinking(new Thinking.Budget(2_000)).build()))
        .contains("'thinkingConfig':{'includeThoughts':true,'thinkingLevel':'low'}");
  }

  @ParameterizedTest
  @CsvSource({
    "gemini, ../../admin",
    "gemini, models/../../admin",
    "gemini, .",
    "gemini, a//b",
    "gemini, /a",
    "gemini, a/",
    "gemini, m:generateContent?x=",
    "gemini, a b",
    "bedrock, ..",
    "bedrock, a/../b",
    "bedrock, a%2Fb",
    "bedrock, a?b",
  })
  void aModelThatWouldLeadElsewhereIsRefused(String dialect, String model) {
    Request request = Request.builder().modelName(model).message(Message.user("Hi")).build();
    assertThatThrownBy(() -> RequestWriter.write(request, provider(Dialects.named(dialect))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "The model \"%s\" cannot stand in a path of %s; expected".formatted(model, dialect));
  }

  @ParameterizedTest
  @CsvSource({
    "gemini, gemini-2.5-flash, /models/gemini-2.5-flash:streamGenerateContent?alt=sse",
    "gemini, tunedModels/my_model, /tunedModels/my_model:streamGenerateContent?alt=sse",
    "bedrock, anthropic.claude-3-v1:0, /model/anthropic.claude-3-v1%3A0/converse-stream",
    "bedrock, arn:aws:bedrock:us-east-1:1:inference-profile/us.x, /model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fus.x/converse-stream",
  })
  void aModelsNameStandsInThePath(String dialect, String model, String path) {
    Request request = Request.builder().modelName(model).message(Message.user("Hi")).build();
    assertThat(RequestWriter.write(request, provider(Dialects.named(dialect))).path())
        .isEqualTo(path);
  }

  @Test
  void whatADialectCannotCarryIsRefusedInWords() {
    Request request =
        Request.builder()
            .message(new Message.User(List.of(Content.imageAt("https://x/y.png"))))
            .build();
    assertThatThrownBy(() -> body(Dialects.OLLAMA, request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fetch it and send its bytes");
  }
}
