package dev.weir.codec.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a front end is told of calls: L10. */
class ToolCallsTest {

  private static List<String> frames(LifecycleOptions options, List<StreamEvent> events) {
    List<LifecycleFrame> frames = new ArrayList<>();
    var encoder = new LifecycleEncoder(options, frames::add);
    events.forEach(event -> encoder.accept(event, 0));
    encoder.end(0);
    assertThat(LifecycleChecker.check(frames)).isEmpty();
    return frames.stream().filter(frame -> !frame.isDone()).map(ToolCallsTest::words).toList();
  }

  /** Type and fields, without what every frame has. */
  private static String words(LifecycleFrame frame) {
    Json json = Turn.json(frame.data());
    StringBuilder words = new StringBuilder(json.get("type").textOrEmpty());
    json.fields()
        .forEach((name, value) -> {
          if (!List.of("type", "phase", "timestamp").contains(name)) {
            words.append(' ').append(name).append('=').append(value.toText());
          }
        });
    return words.toString().replace('"', '\'');
  }

  private static List<String> frames(List<StreamEvent> events) {
    return frames(LifecycleOptions.DEFAULT, events);
  }

  private static List<StreamEvent> decoded(Dialect dialect, String... chunks) {
    return Decoded.events(
        dialect,
        Decoded.sse(
            List.of(chunks).stream().map(c -> c.replace('\'', '"')).toArray(String[]::new)));
  }

  private static final String SEARCH =
      "{'type':'web_search_call','id':'ws','status':'completed','action':{'type':'search',"
          + "'query':'tea','sources':[{'type':'url','url':'https://example.org'}]}}";

  @Test
  void aSearchOfTheProviderIsToldWhileItRunsWithItsQueryAndItsSources() {
    List<StreamEvent> events =
        decoded(
            Dialects.OPENAI_RESPONSES,
            "{'type':'response.created','response':{'id':'r'}}",
            "{'type':'response.output_item.added','output_index':0,'item':{'type':'web_search_call','id':'ws','status':'in_progress'}}",
            "{'type':'response.web_search_call.searching','output_index':0,'item_id':'ws'}",
            "{'type':'response.web_search_call.completed','output_index':0,'item_id':'ws'}",
            "{'type':'response.output_item.done','output_index':0,'item':" + SEARCH + "}",
            "{'type':'response.completed','response':{'id':'r','output':[" + SEARCH + "]}}");

    String call = " toolCallId='ws' toolName='web_search_call' call=0";
    String query = "{\\'query\\':\\'tea\\',\\'type\\':\\'search\\'}";
    assertThat(frames(events))
        .containsExactly(
            "tool_call_delta" + call + " content='' server=true",
            "tool_progress" + call + " status='searching' server=true",
            "tool_progress" + call + " status='completed' server=true",
            "tool_call_delta" + call + " content='" + query + "' server=true",
            "tool_call_start" + call + " arguments='" + query + "' server=true",
            "web_search data=" + SEARCH,
            "tool_result"
                + call
                + " success=true server=true output='[{\\'type\\':\\'url\\',\\'url\\':\\'https://example.org\\'}]'");
  }

  private static List<StreamEvent> item(String item) {
    return decoded(
        Dialects.OPENAI_RESPONSES,
        "{'type':'response.created','response':{'id':'r'}}",
        "{'type':'response.output_item.done','output_index':0,'item':" + item + "}",
        "{'type':'response.completed','response':{'id':'r','output':[" + item + "]}}");
  }

  private static String result(List<StreamEvent> events) {
    return frames(events).stream()
        .filter(frame -> frame.startsWith("tool_result"))
        .reduce("", (before, frame) -> before + frame);
  }

  @Test
  void aSearchThatNamesNoSourcesStillWorked() {
    assertThat(
            result(
                item(
                    "{'type':'web_search_call','id':'ws','status':'completed','action':{'type':'search','query':'tea'}}")))
        .isEqualTo(
            "tool_result toolCallId='ws' toolName='web_search_call' call=0 success=true server=true");
  }

  @Test
  void aToolOfTheProviderThatFailedSaysWhy() {
    assertThat(
            result(
                item(
                    "{'type':'mcp_call','id':'m','name':'pay','status':'failed','arguments':'{}','error':'no money'}")))
        .isEqualTo(
            "tool_result toolCallId='m' toolName='pay' call=0 success=false server=true error='no money'");
    assertThat(result(item("{'type':'web_search_call','id':'ws','status':'failed'}")))
        .contains("success=false");
  }

  @Test
  void aSearchOfAnthropicThatFailedSaysWhy() {
    List<StreamEvent> events =
        decoded(
            Dialects.ANTHROPIC,
            "{'type':'message_start','message':{'id':'m','model':'c'}}",
            "{'type':'content_block_start','index':0,'content_block':{'type':'server_tool_use','id':'s','name':'web_search','input':{}}}",
            "{'type':'content_block_stop','index':0}",
            "{'type':'content_block_start','index':1,'content_block':{'type':'web_search_tool_result','tool_use_id':'s','content':{'type':'web_search_tool_result_error','error_code':'max_uses_exceeded'}}}",
            "{'type':'content_block_stop','index':1}",
            "{'type':'message_delta','delta':{'stop_reason':'end_turn'}}",
            "{'type':'message_stop'}");

    assertThat(result(events))
        .contains("toolName='web_search' call=0 success=false server=true")
        .endsWith("error='max_uses_exceeded'");
  }

  @Test
  void codeThatFailedSaysSo() {
    List<StreamEvent> events =
        decoded(
            Dialects.GEMINI,
            "{'candidates':[{'content':{'parts':[{'executableCode':{'language':'PYTHON','code':'1/0'}}]}}]}",
            "{'candidates':[{'content':{'parts':[{'codeExecutionResult':{'outcome':'OUTCOME_FAILED','output':'ZeroDivisionError'}}]},'finishReason':'STOP'}]}");

    assertThat(result(events))
        .isEqualTo(
            "tool_result toolCallId=null toolName='executableCode' call=0 success=false server=true"
                + " output='ZeroDivisionError' error='OUTCOME_FAILED'");
  }

  @Test
  void whatAProviderOnlyKeepsIsNotACall() {
    assertThat(frames(item("{'type':'compaction','id':'c','encrypted_content':'e'}"))).isEmpty();
    assertThat(frames(item("{'type':'mcp_list_tools','id':'l','tools':[{'name':'x'}]}"))).isEmpty();
  }

  @Test
  void resultsOfCallsWithoutIdsBelongToTheFirstCallOfTheirNameThatHasNone() {
    var turn = new Turn();
    turn.calls(null, "look", "{\"at\":1}").calls(null, "hear", "{}").calls(null, "look", "{}");
    turn.runsTools();
    turn.toolGives(null, "hear", /* success= */ true, "", "null");
    turn.toolGives(null, "look", /* success= */ true, "", "null");
    turn.toolGives(null, "look", /* success= */ false, "", "null");
    turn.goesOn().says("Done.").ends(Verdict.COMPLETE);
    turn.encoder.end(0);

    assertThat(turn.frames.stream().filter(f -> f.data().contains("\"tool_result\"")))
        .extracting(frame -> Turn.json(frame.data()).get("call").number())
        .containsExactly(1L, 0L, 2L);
  }

  @Test
  void whatAToolReturnedIsPassedOnUpToABound() {
    var turn = new Turn();
    String long4001 = "x".repeat(3999) + "😀";
    turn.calls("c", "read", "{}").runsTools();
    turn.gives("c", "read", long4001).goesOn().says("Done.").ends(Verdict.COMPLETE);
    turn.encoder.end(0);

    Json result =
        turn.frames.stream()
            .map(frame -> frame.data())
            .filter(data -> data.contains("\"tool_result\""))
            .map(Turn::json)
            .findFirst()
            .orElseThrow();
    assertThat(result.get("output").text()).isEqualTo("x".repeat(3999));
    assertThat(result.get("outputLength").number()).isEqualTo(4001);
  }

  @Test
  void framesThatWereMadeBeforeRunsWereReportedDoNotChange() {
    List<StreamEvent> events =
        EventScript.response()
            .call("c", "look", "{\"a\"", ":1}")
            .end(Verdict.TOOL_CALLS, "tool_calls");

    assertThat(frames(LifecycleOptions.DEFAULT.withoutRuns(), events))
        .containsExactly("tool_call_start toolCallId='c' toolName='look' arguments='{\\'a\\':1}'");
    assertThat(
            frames(LifecycleOptions.DEFAULT.withoutRuns(), item(SEARCH)).stream()
                .filter(frame -> !frame.startsWith("tool_call_start")))
        .containsExactly(
            "web_search data=" + SEARCH,
            "tool_result toolCallId='ws' toolName='web_search_call' success=true server=true",
            "web_search data=[{'type':'url','url':'https://example.org'}]");
  }
}
