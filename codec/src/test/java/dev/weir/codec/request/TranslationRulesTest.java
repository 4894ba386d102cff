package dev.weir.codec.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The rules by which a request of one dialect becomes one of another, each with a case. */
class TranslationRulesTest {
  static final List<Dialect> DIALECTS = RequestRoundTripTest.TWO_SIDED;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 100, 1 << 20);

  private static Rendered translated(Dialect from, Dialect to, String body) {
    return Rewritten.translated(from, to, READER.read(body));
  }

  private static String written(Dialect from, Dialect to, String body) {
    return translated(from, to, body).body().toText().replace('"', '\'');
  }

  private static List<String> lost(Rendered rendered) {
    return rendered.leftOut().stream().map(RequestLoss::field).toList();
  }

  @Test
  void aFunctionOfANamespaceIsCalledByBothNames() {
    String body =
        """
        {"model": "m", "tool_choice": {"type": "function", "name": "route"},
         "tools": [{"type": "namespace", "name": "maps", "description": "Maps", "tools": [
           {"type": "function", "name": "route", "parameters": {"type": "object"}}]}],
         "input": [{"role": "user", "content": "Where?"},
           {"type": "function_call", "call_id": "c1", "namespace": "maps", "name": "route", "arguments": "{}"},
           {"type": "function_call_output", "call_id": "c1", "output": "There"}]}
        """;
    assertThat(written(Dialects.OPENAI_RESPONSES, Dialects.OPENAI_CHAT, body))
        .contains(
            "'tools':[{'type':'function','function':{'name':'maps__route'",
            "'tool_choice':{'type':'function','function':{'name':'maps__route'}}",
            "'function':{'name':'maps__route','arguments':'{}'}");
    assertThat(lost(translated(Dialects.OPENAI_RESPONSES, Dialects.OPENAI_CHAT, body)))
        .containsExactly("tools[0].description");
  }

  @Test
  void aCustomToolBecomesAFunctionOfOneTextWithItsGrammarInWords() {
    String body =
        """
        {"model": "m", "tools": [{"type": "custom", "name": "patch", "description": "Patches.",
           "format": {"type": "grammar", "syntax": "lark", "definition": "start: A"}}],
         "input": [{"role": "user", "content": "Do"},
           {"type": "custom_tool_call", "call_id": "c1", "name": "patch", "input": "+ a"},
           {"type": "custom_tool_call_output", "call_id": "c1", "output": "done"}]}
        """;
    assertThat(written(Dialects.OPENAI_RESPONSES, Dialects.ANTHROPIC, body))
        .contains(
            "'name':'patch','description':'Patches.\\n\\nThe input follows this grammar (lark):\\nstart: A'",
            "'input_schema':{'type':'object','properties':{'input':{'type':'string'}},'required':['input']}",
            "{'type':'tool_use','id':'c1','name':'patch','input':{'input':'+ a'}}",
            "{'type':'tool_result','tool_use_id':'c1','content':'done'}");
  }

  @Test
  void anthropicGetsSchemasOfObjectsAndALimit() {
    String body =
        """
        {"model": "m", "messages": [{"role": "user", "content": "Hi"}], "tools": [
          {"type": "function", "function": {"name": "f", "parameters": {"properties": {}}}}]}
        """;
    assertThat(written(Dialects.OPENAI_CHAT, Dialects.ANTHROPIC, body))
        .contains("'input_schema':{'properties':{},'type':'object'}", "'max_tokens':8192");
  }

  @Test
  void outputsFollowTheirCallsWhereverTheyStood() {
    String body =
        """
        {"model": "m", "input": [{"role": "user", "content": "Rain?"},
          {"type": "function_call", "call_id": "a", "name": "sky", "arguments": "{}"},
          {"type": "function_call", "call_id": "b", "name": "now", "arguments": "{}"},
          {"type": "function_call_output", "call_id": "b", "output": "noon"},
          {"role": "developer", "content": "Be brief."},
          {"type": "function_call_output", "call_id": "a", "output": "blue"},
          {"role": "user", "content": "So?"}]}
        """;
    Rendered rendered = translated(Dialects.OPENAI_RESPONSES, Dialects.ANTHROPIC, body);
    Dialects.ANTHROPIC.serverSide().orElseThrow().check(rendered.body());
    assertThat(rendered.body().get("messages").at(2).toText().replace('"', '\''))
        .isEqualTo(
            "{'role':'user','content':[{'type':'tool_result','tool_use_id':'a','content':'blue'},"
                + "{'type':'tool_result','tool_use_id':'b','content':'noon'}]}");
    assertThat(rendered.leftOut())
        .contains(
            RequestLoss.of("input[5]", "moved up to follow its call"),
            new RequestLoss(
                "input[4].role",
                "anthropic takes no system message amid a conversation; it is said by the user",
                /* changesMeaning= */ false));
  }

  @Test
  void aCallThatNobodyAnsweredIsToldSoAndAnOutputWithoutACallIsRefused() {
    String body =
        """
        {"model": "m", "messages": [{"role": "user", "content": "Rain?"},
          {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "sky", "arguments": {}}}]},
          {"role": "user", "content": "Never mind."}]}
        """;
    Rendered rendered = translated(Dialects.OLLAMA, Dialects.OPENAI_CHAT, body);
    Dialects.OPENAI_CHAT.serverSide().orElseThrow().check(rendered.body());
    assertThat(lost(rendered)).containsExactly("messages[1]");
    String orphan =
        """
        {"model": "m", "previous_response_id": "r", "input": [
          {"type": "function_call_output", "call_id": "a", "output": "blue"},
          {"role": "user", "content": "So?"}]}
        """;
    assertThat(
            OnLoss.CAREFUL.refusal(
                translated(Dialects.OPENAI_RESPONSES, Dialects.GEMINI, orphan).leftOut()))
        .hasValueSatisfying(why ->
            assertThat(why).contains("input[0]: it answers no call", "previous_response_id"));
  }

  @Test
  void anthropicsBillingHeaderStaysWithAnthropic() {
    String body =
        """
        {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}], "system": [
          {"type": "text", "text": "x-anthropic-billing-header: v=2"},
          {"type": "text", "text": "Be brief."}]}
        """;
    Rendered other = translated(Dialects.ANTHROPIC, Dialects.OPENAI_CHAT, body);
    assertThat(other.body().toText()).contains("Be brief.").doesNotContain("billing");
    assertThat(lost(other)).containsExactly("system[0]");
    assertThat(written(Dialects.ANTHROPIC, Dialects.ANTHROPIC, body)).contains("billing");
  }

  @ParameterizedTest
  @FieldSource("DIALECTS")
  void reasoningOfAProviderIsNeverSentToAnother(Dialect to) {
    String body =
        """
        {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Rain?"},
          {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "secretly", "signature": "sealed"},
            {"type": "redacted_thinking", "data": "sealed"},
            {"type": "text", "text": "No."}]},
          {"role": "user", "content": "Sure?"}]}
        """;
    Rendered rendered = translated(Dialects.ANTHROPIC, to, body);
    if (to.equals(Dialects.ANTHROPIC)) {
      assertThat(rendered.leftOut()).isEmpty();
    } else {
      assertThat(rendered.body().toText()).doesNotContain("secretly", "sealed").contains("No.");
      assertThat(lost(rendered))
          .contains("messages[1].content[0]", "messages[1].content[1]")
          .doesNotContain("messages[1].content[2]");
    }
  }

  @Test
  void whatAToolShowsIsShownByTheUserWhereOutputsAreText() {
    String body =
        """
        {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Draw"},
          {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "draw", "input": {}}]},
          {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": [
            {"type": "text", "text": "See"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBO"}}]}]}]}
        """;
    Json messages =
        translated(Dialects.ANTHROPIC, Dialects.OPENAI_CHAT, body).body().get("messages");
    assertThat(messages.at(2).toText().replace('"', '\''))
        .isEqualTo("{'role':'tool','tool_call_id':'a','content':'See'}");
    assertThat(messages.at(3).toText())
        .contains("What the tools showed:", "data:image/png;base64,iVBO");
    assertThat(
            written(Dialects.ANTHROPIC, Dialects.OPENAI_RESPONSES, body)
                .contains("'output':[{'type':'input_text','text':'See'},{'type':'input_image'"))
        .isTrue();
  }

  @Test
  void whereADialectCannotChooseAmongToolsOnlyThoseAreOffered() {
    String body =
        """
        {"model": "m", "messages": [{"role": "user", "content": "Hi"}],
         "tool_choice": {"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": [
           {"type": "function", "function": {"name": "a"}}, {"type": "function", "function": {"name": "b"}}]}},
         "tools": [{"type": "function", "function": {"name": "a"}},
           {"type": "function", "function": {"name": "b"}}, {"type": "function", "function": {"name": "c"}}]}
        """;
    Rendered rendered = translated(Dialects.OPENAI_CHAT, Dialects.ANTHROPIC, body);
    assertThat(rendered.body().get("tools").items())
        .extracting(tool -> tool.get("name").textOrEmpty())
        .containsExactly("a", "b");
    assertThat(rendered.body().get("tool_choice").toText()).isEqualTo("{\"type\":\"any\"}");
    assertThat(lost(rendered)).containsExactlyInAnyOrder("tools[2]", "tool_choice");
    assertThat(OnLoss.CAREFUL.refusal(rendered.leftOut())).isEmpty();
  }

  @Test
  void aToolThatMustBeCalledIsRefusedWhereNobodyCanBeToldTo() {
    String body =
        """
        {"model": "m", "messages": [{"role": "user", "content": "Hi"}], "tool_choice": "required",
         "tools": [{"type": "function", "function": {"name": "a"}}]}
        """;
    assertThat(
            OnLoss.CAREFUL.refusal(
                translated(Dialects.OPENAI_CHAT, Dialects.OLLAMA, body).leftOut()))
        .hasValueSatisfying(why ->
            assertThat(why).startsWith("tool_choice: ollama cannot be told to call a tool."));
  }

  @Test
  void anIdOfOneProviderIsNotSentToAnother() {
    String body =
        """
        {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": [
          {"type": "text", "text": "What?"},
          {"type": "document", "source": {"type": "file", "file_id": "file_1"}}]}]}
        """;
    Rendered rendered = translated(Dialects.ANTHROPIC, Dialects.OPENAI_RESPONSES, body);
    assertThat(rendered.body().toText()).doesNotContain("file_1");
    assertThat(rendered.leftOut()).singleElement().matches(RequestLoss::changesMeaning);
  }

  @Test
  void geminisSchemasAreReadIntoJsonSchema() {
    String body =
        """
        {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}], "tools": [{"function_declarations": [
          {"name": "f", "parameters": {"type": "OBJECT", "properties": {
            "type": {"type": "STRING", "nullable": true, "enum": ["STRING"]}}}}]}]}
        """;
    assertThat(written(Dialects.GEMINI, Dialects.OPENAI_CHAT, body))
        .contains(
            "'parameters':{'type':'object','properties':{'type':{'type':['string','null'],'enum':['STRING']}}}");
  }

  @Test
  void whatIsAddedToAReadRequestStandsBesideWhatItHad() {
    String body =
        """
        {"model": "m", "max_tokens": 5, "odd": 1, "system": [{"type": "text", "text": "Be brief.", "x": 2}],
         "tools": [{"type": "web_search_20250305", "name": "web_search"}],
         "messages": [{"role": "user", "content": "Hi"}]}
        """;
    Request changed =
        Rewritten.read(Dialects.ANTHROPIC, READER.read(body)).toBuilder()
            .message(new Message.Assistant("Hello."))
            .message(Message.user("And?"))
            .tool(new ToolSpec("f", "", READER.read("{\"type\":\"object\"}")))
            .temperature(0.5)
            .build();
    assertThat(Rewritten.write(Dialects.ANTHROPIC, changed).toText().replace('"', '\''))
        .contains(
            "'odd':1",
            "'x':2",
            "'temperature':0.5",
            "{'type':'web_search_20250305','name':'web_search'},{'name':'f'",
            "{'role':'user','content':'Hi'},{'role':'assistant','content':[{'type':'text','text':'Hello.'}]},"
                + "{'role':'user','content':[{'type':'text','text':'And?'}]}");
  }
}
