package dev.weir.codec.dialect.interactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
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

class InteractionsRequestTest {
  private static final Json SCHEMA = new Json.Fields(Map.of("type", new Json.Text("object")));

  private static Rendered write(Request request) {
    return Dialects.GEMINI_INTERACTIONS
        .clientSide()
        .orElseThrow()
        .write(request, "m", Style.DEFAULT);
  }

  private static void isWritten(Request request, String expected) {
    Json json = new JsonReader(/* maxDepth= */ 50, 1 << 20).read(expected.replace('\'', '"'));
    assertThat(JsonText.canonical(write(request).body())).isEqualTo(JsonText.canonical(json));
  }

  @Test
  void aConversationIsAListOfSteps() {
    Request request =
        Request.builder()
            .message(new Message.Instruction("Be brief."))
            .message(
                new Message.User(
                    List.of(
                        new Content.Text("What is this?"),
                        Content.image("image/png", "iVBO"),
                        Content.imageAt("https://x/y.png"))))
            .message(new Message.Assistant("A weir."))
            .message(Message.user("Sure?"))
            .build();
    isWritten(
        request,
        """
        {'model':'m','stream':true,'store':false,'system_instruction':'Be brief.','input':[
          {'type':'user_input','content':[{'type':'text','text':'What is this?'},
            {'type':'image','mime_type':'image/png','data':'iVBO'},
            {'type':'image','uri':'https://x/y.png'}]},
          {'type':'model_output','content':[{'type':'text','text':'A weir.'}]},
          {'type':'user_input','content':[{'type':'text','text':'Sure?'}]}]}
        """);
    assertThat(write(request).leftOut()).isEmpty();
    assertThat(write(request).path()).isEqualTo("/interactions");
  }

  @Test
  void settingsStandInTheConfig() {
    isWritten(
        Request.builder()
            .message(Message.user("?"))
            .tool(new ToolSpec("weather", "Asks", SCHEMA))
            .toolChoice(ToolChoice.REQUIRED)
            .thinking(new Thinking.Effort(Thinking.Level.LOW))
            .format(new OutputFormat.JsonSchema(OutputFormat.UNNAMED, SCHEMA))
            .sampling(new Sampling(0.5, 0.25, 7L, List.of("END")))
            .maxOutputTokens(100)
            .build(),
        """
        {'model':'m','stream':true,'store':false,
         'input':[{'type':'user_input','content':[{'type':'text','text':'?'}]}],
         'tools':[{'type':'function','name':'weather','description':'Asks','parameters':{'type':'object'}}],
         'response_format':{'type':'text','mime_type':'application/json','schema':{'type':'object'}},
         'generation_config':{'temperature':0.5,'top_p':0.25,'seed':7,'stop_sequences':['END'],
          'max_output_tokens':100,'thinking_level':'low','thinking_summaries':'auto','tool_choice':'any'}}
        """);
  }

  @Test
  void whatItCannotCarryIsNamed() {
    Rendered written =
        write(
            Request.builder()
                .message(Message.user("?"))
                .thinking(new Thinking.Off())
                .sampling(Sampling.DEFAULT.withTopK(3L))
                .build());
    assertThat(written.leftOut()).extracting(RequestLoss::field).contains("topK", "thinking");
  }

  @Test
  void anAnswerGoesBackWithItsSignaturesAndWhatItsToolsGave() {
    var assembler = new ResponseAssembler();
    var sealed = new Reasoning(null, List.of(), null, "seal", /* redacted= */ false);
    EventScript.response()
        .reasoning(sealed, "Hm.")
        .call("c1", "weather", "{\"city\":\"Graz\"}")
        .finish(FinishReason.TOOL_CALLS, "requires_action")
        .end(Verdict.TOOL_CALLS, "requires_action")
        .forEach(assembler::accept);
    Response answer = assembler.response();
    isWritten(
        Request.builder()
            .message(Message.user("Rain?"))
            .message(new Message.Earlier(answer, "gemini-interactions"))
            .message(
                new Message.ToolOutputs(
                    List.of(new ToolOutput("c1", "weather", "wet", /* isError= */ true))))
            .build(),
        """
        {'model':'m','stream':true,'store':false,'input':[
          {'type':'user_input','content':[{'type':'text','text':'Rain?'}]},
          {'type':'thought','summary':[{'type':'text','text':'Hm.'}],'signature':'seal'},
          {'type':'function_call','id':'c1','name':'weather','arguments':{'city':'Graz'}},
          {'type':'user_input','content':[
            {'type':'function_result','call_id':'c1','name':'weather','result':'wet','is_error':true}]}]}
        """);
  }
}
