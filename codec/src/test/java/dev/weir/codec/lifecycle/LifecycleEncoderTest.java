package dev.weir.codec.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LifecycleEncoderTest {
  private Turn turn = new Turn();

  @AfterEach
  void everyTurnKeepsAllRules() {
    turn.encoder.end(0);
    assertThat(LifecycleChecker.check(turn.frames)).isEmpty();
  }

  /** T1. */
  @Test
  void simpleChat() {
    turn.at(1000).thinks("Easy.").at(3450).says("Hel", "lo").at(4000).finishes(FinishReason.STOP);

    assertThat(turn.lines())
        .isEqualTo(
            """
            {"type":"thinking_start","phase":0,"timestamp":1000}
            {"type":"thinking_delta","phase":0,"timestamp":1000,"content":"Easy."}
            {"type":"thinking_end","phase":0,"timestamp":3450,"duration":2,"duration_ms":2450}
            {"type":"text_start","phase":0,"timestamp":3450}
            {"type":"text_delta","phase":0,"timestamp":3450,"content":"Hel"}
            {"type":"text_delta","phase":0,"timestamp":3450,"content":"lo"}
            {"type":"text_end","phase":0,"timestamp":4000,"finish_reason":"stop"}
            {"type":"thinking_complete","phase":0,"timestamp":4000,"duration":2,"duration_ms":2450,"thinking":"Easy."}
            [DONE]
            """);
  }

  /** T2. */
  @Test
  void webSearchWithContinuation() {
    turn.at(1000).thinks("Let me search the news of today.").at(1600);
    turn.calls("call_1", "web_search", "{\"query\":", "\"news\"}").runsTools().at(2000);
    String found = "[{\"url\":\"https://example.org\"}]";
    turn.toolGives("call_1", "web_search", /* success= */ true, "web_search", found);
    turn.at(2400).goesOn().at(2500).thinks("Let me search the news of today.").at(2900);
    turn.says("News.").finishes(FinishReason.STOP);

    assertThat(turn.lines())
        .isEqualTo(
            """
            {"type":"thinking_start","phase":0,"timestamp":1000}
            {"type":"thinking_delta","phase":0,"timestamp":1000,"content":"Let me search the news of today."}
            {"type":"status","phase":0,"timestamp":1000,"description":"Search the news of today","source":"natural_language"}
            {"type":"thinking_end","phase":0,"timestamp":1600,"duration":0,"duration_ms":600}
            {"type":"tool_call_delta","phase":0,"timestamp":1600,"toolCallId":"call_1","toolName":"web_search","call":0,"content":""}
            {"type":"tool_call_delta","phase":0,"timestamp":1600,"toolCallId":"call_1","toolName":"web_search","call":0,"content":"{\\"query\\":"}
            {"type":"tool_call_delta","phase":0,"timestamp":1600,"toolCallId":"call_1","toolName":"web_search","call":0,"content":"\\"news\\"}"}
            {"type":"tool_call_start","phase":0,"timestamp":1600,"toolCallId":"call_1","toolName":"web_search","call":0,"arguments":"{\\"query\\":\\"news\\"}"}
            {"type":"thinking_complete","phase":0,"timestamp":1600,"duration":0,"duration_ms":600,"thinking":"Let me search the news of today."}
            {"type":"web_search","phase":0,"timestamp":2000,"data":[{"url":"https://example.org"}]}
            {"type":"tool_result","phase":0,"timestamp":2000,"toolCallId":"call_1","toolName":"web_search","call":0,"success":true,"output":"what the model reads"}
            {"type":"thinking_start","phase":1,"timestamp":2500}
            {"type":"thinking_delta","phase":1,"timestamp":2500,"content":"Let me search the news of today."}
            {"type":"status","phase":1,"timestamp":2500,"description":"Search the news of today","source":"natural_language"}
            {"type":"thinking_end","phase":1,"timestamp":2900,"duration":0,"duration_ms":400}
            {"type":"text_start","phase":1,"timestamp":2900}
            {"type":"text_delta","phase":1,"timestamp":2900,"content":"News."}
            {"type":"text_end","phase":1,"timestamp":2900,"finish_reason":"stop"}
            {"type":"thinking_complete","phase":1,"timestamp":2900,"duration":0,"duration_ms":400,"thinking":"Let me search the news of today."}
            [DONE]
            """);
  }

  /** T3. */
  @Test
  void artifact() {
    turn.at(10).says("Here it is.").calls("call_1", "make_page", "{}");
    turn.calls("call_2", "draw", "{}").calls("call_3", "save", "{}").runsTools().at(20);
    String page = "{\"id\":\"a1\",\"title\":\"Page\",\"phase\":9}";
    turn.toolGives("call_1", "make_page", /* success= */ true, "artifact", page);
    turn.toolGives("call_2", "draw", /* success= */ true, "image", "{\"url\":\"/i/1\"}");
    turn.toolGives("call_3", "save", /* success= */ false, "", "{\"reason\":\"full\"}");

    assertThat(turn.lines())
        .isEqualTo(
            """
            {"type":"text_start","phase":0,"timestamp":10}
            {"type":"text_delta","phase":0,"timestamp":10,"content":"Here it is."}
            {"type":"tool_call_delta","phase":0,"timestamp":10,"toolCallId":"call_1","toolName":"make_page","call":0,"content":""}
            {"type":"tool_call_delta","phase":0,"timestamp":10,"toolCallId":"call_1","toolName":"make_page","call":0,"content":"{}"}
            {"type":"tool_call_start","phase":0,"timestamp":10,"toolCallId":"call_1","toolName":"make_page","call":0,"arguments":"{}"}
            {"type":"tool_call_delta","phase":0,"timestamp":10,"toolCallId":"call_2","toolName":"draw","call":1,"content":""}
            {"type":"tool_call_delta","phase":0,"timestamp":10,"toolCallId":"call_2","toolName":"draw","call":1,"content":"{}"}
            {"type":"tool_call_start","phase":0,"timestamp":10,"toolCallId":"call_2","toolName":"draw","call":1,"arguments":"{}"}
            {"type":"tool_call_delta","phase":0,"timestamp":10,"toolCallId":"call_3","toolName":"save","call":2,"content":""}
            {"type":"tool_call_delta","phase":0,"timestamp":10,"toolCallId":"call_3","toolName":"save","call":2,"content":"{}"}
            {"type":"tool_call_start","phase":0,"timestamp":10,"toolCallId":"call_3","toolName":"save","call":2,"arguments":"{}"}
            {"type":"text_end","phase":0,"timestamp":10,"finish_reason":"tool_calls"}
            {"type":"artifact_complete","phase":0,"timestamp":20,"id":"a1","title":"Page"}
            {"type":"tool_result","phase":0,"timestamp":20,"toolCallId":"call_1","toolName":"make_page","call":0,"success":true,"output":"what the model reads"}
            {"type":"image_complete","phase":0,"timestamp":20,"url":"/i/1"}
            {"type":"tool_result","phase":0,"timestamp":20,"toolCallId":"call_2","toolName":"draw","call":1,"success":true,"output":"what the model reads"}
            {"type":"tool_result","phase":0,"timestamp":20,"toolCallId":"call_3","toolName":"save","call":2,"success":false,"error":"what the model reads","reason":"full"}
            {"type":"error","phase":0,"timestamp":20,"code":"truncated","message":"The stream ended before the answer was complete","retryable":true}
            [DONE]
            """);
  }

  /** T4. */
  @Test
  void marker() {
    turn.thinks("[STA", "TUS: Reading", "] Let me compare both of the files. [STATUS: Done]");

    assertThat(statuses()).containsExactly("glm_marker Reading", "glm_marker Done");
  }

  /** T5. */
  @Test
  void naturalLanguage() {
    turn.thinks(
        "**Comparing files**\n\nFirst I'll rea", "d the long file. Now checking the rest of");

    assertThat(statuses())
        .containsExactly("summary_heading Comparing files", "natural_language Read the long file");
    turn.says("So.");
    assertThat(statuses()).endsWith("natural_language Checking the rest of");
  }

  /** T6. */
  @Test
  void nothingToSay() {
    turn.thinks("Hmm. ", "These known facts strengthen it. ", "Yes.").says("Yes.");

    assertThat(statuses()).isEmpty();
  }

  /** T7. */
  @Test
  void stallMidStream() {
    turn.at(100).thinks("Let me compare").at(400).thinks(" the two files").at(30_400);
    turn.ends(Verdict.STALLED);

    assertThat(turn.lines())
        .isEqualTo(
            """
            {"type":"thinking_start","phase":0,"timestamp":100}
            {"type":"thinking_delta","phase":0,"timestamp":100,"content":"Let me compare"}
            {"type":"thinking_delta","phase":0,"timestamp":400,"content":" the two files"}
            {"type":"status","phase":0,"timestamp":30400,"description":"Compare the two files","source":"natural_language"}
            {"type":"thinking_end","phase":0,"timestamp":30400,"duration":30,"duration_ms":30300}
            {"type":"thinking_complete","phase":0,"timestamp":30400,"duration":30,"duration_ms":30300,"thinking":"Let me compare the two files"}
            {"type":"error","phase":0,"timestamp":30400,"code":"stalled","message":"The stream stalled; what came is kept","retryable":true}
            [DONE]
            """);
  }

  /** T8. */
  @Test
  void reasoningDisabled() {
    turn.at(5).keepsOnlyMetadata().says("Hi").finishes(FinishReason.STOP);

    assertThat(turn.lines())
        .isEqualTo(
            """
            {"type":"text_start","phase":0,"timestamp":5}
            {"type":"text_delta","phase":0,"timestamp":5,"content":"Hi"}
            {"type":"text_end","phase":0,"timestamp":5,"finish_reason":"stop"}
            [DONE]
            """);
  }

  @Test
  void framesCarryIdsFromOneAndTheLastNone() {
    turn.says("a\r\nb").finishes(FinishReason.STOP);
    turn.encoder.end(7);

    assertThat(turn.frames.stream().map(LifecycleFrame::toText))
        .containsExactly(
            "id: 1\ndata: {\"type\":\"text_start\",\"phase\":0,\"timestamp\":0}\n\n",
            "id: 2\ndata: {\"type\":\"text_delta\",\"phase\":0,\"timestamp\":0,"
                + "\"content\":\"a\\r\\nb\"}\n\n",
            "id: 3\ndata: {\"type\":\"text_end\",\"phase\":0,\"timestamp\":0,"
                + "\"finish_reason\":\"stop\"}\n\n",
            "data: [DONE]\n\n");
  }

  @Test
  void nothingIsSaidAfterTheEnd() {
    turn.says("a").finishes(FinishReason.STOP);
    turn.encoder.end(1);
    int frames = turn.frames.size();

    turn.encoder.accept(new StreamEvent.ResponseStart("late", null), 2);
    turn.encoder.fail("late", "late", /* retryable= */ false, 2);
    turn.encoder.end(3);

    assertThat(turn.encoder.isEnded()).isTrue();
    assertThat(turn.frames).hasSize(frames);
  }

  @Test
  void aTurnThatNeverBeganIsDoneAtOnce() {
    assertThat(turn.lines()).isEqualTo("[DONE]\n");
  }

  @Test
  void aTurnMayFailOutsideAnyStream() {
    turn.at(3).thinks("Hm.");
    turn.encoder.fail("tool_depth", "More than 8 tool rounds", /* retryable= */ false, 9);

    assertThat(turn.lines())
        .endsWith(
            """
            {"type":"thinking_end","phase":0,"timestamp":9,"duration":0,"duration_ms":6}
            {"type":"thinking_complete","phase":0,"timestamp":9,"duration":0,"duration_ms":6,"thinking":"Hm."}
            {"type":"error","phase":0,"timestamp":9,"code":"tool_depth","message":"More than 8 tool rounds","retryable":false}
            [DONE]
            """);
  }

  @Test
  void reasoningThatComesBackAfterTextIsAPhaseOfItsOwn() {
    turn.at(1).thinks("a").says("b").at(2).thinks("c").at(3).says("d").finishes(FinishReason.STOP);

    assertThat(turn.lines())
        .isEqualTo(
            """
            {"type":"thinking_start","phase":0,"timestamp":1}
            {"type":"thinking_delta","phase":0,"timestamp":1,"content":"a"}
            {"type":"thinking_end","phase":0,"timestamp":1,"duration":0,"duration_ms":0}
            {"type":"text_start","phase":0,"timestamp":1}
            {"type":"text_delta","phase":0,"timestamp":1,"content":"b"}
            {"type":"text_end","phase":0,"timestamp":2,"finish_reason":"continue"}
            {"type":"thinking_complete","phase":0,"timestamp":2,"duration":0,"duration_ms":0,"thinking":"a"}
            {"type":"thinking_start","phase":1,"timestamp":2}
            {"type":"thinking_delta","phase":1,"timestamp":2,"content":"c"}
            {"type":"thinking_end","phase":1,"timestamp":3,"duration":0,"duration_ms":1}
            {"type":"text_start","phase":1,"timestamp":3}
            {"type":"text_delta","phase":1,"timestamp":3,"content":"d"}
            {"type":"text_end","phase":1,"timestamp":3,"finish_reason":"stop"}
            {"type":"thinking_complete","phase":1,"timestamp":3,"duration":0,"duration_ms":1,"thinking":"c"}
            [DONE]
            """);
  }

  @Test
  void blankTextBeforeOrAmongThoughtsBeginsNoText() {
    turn.says("\n").thinks("a").says("\n").thinks("b").says("\n", "c").finishes(FinishReason.STOP);

    assertThat(types())
        .containsExactly(
            "thinking_start",
            "thinking_delta",
            "thinking_delta",
            "thinking_end",
            "text_start",
            "text_delta \n\n\nc",
            "text_end",
            "thinking_complete");
  }

  @Test
  void blankTextIsNotLostWhereNothingFollowsIt() {
    turn.thinks("a").says("\n\n").calls("c", "look", "{}").finishes(FinishReason.TOOL_CALLS);

    assertThat(types())
        .containsExactly(
            "thinking_start",
            "thinking_delta",
            "thinking_end",
            "tool_call_delta",
            "tool_call_delta",
            "tool_call_start",
            "text_start",
            "text_delta \n\n",
            "text_end",
            "thinking_complete");
  }

  @Test
  void theFirstOfSeveralAlternativesIsFollowed() {
    turn.anotherOutputSays("other").says("mine").finishes(FinishReason.STOP);

    assertThat(types()).containsExactly("text_start", "text_delta mine", "text_end");
  }

  @Test
  void noWordOfAProviderIsTakenForTheBoundOfAPass() {
    turn.at(10).start().tells("paused").says("a").tells("running_tools").tells("continued");
    turn.says("b").finishes(FinishReason.STOP);

    assertThat(turn.lines())
        .isEqualTo(
            """
            {"type":"text_start","phase":0,"timestamp":10}
            {"type":"text_delta","phase":0,"timestamp":10,"content":"a"}
            {"type":"text_delta","phase":0,"timestamp":10,"content":"b"}
            {"type":"text_end","phase":0,"timestamp":10,"finish_reason":"stop"}
            [DONE]
            """);
  }

  @Test
  void theFirstAlternativeOfEveryPassIsFollowed() {
    turn.says("a").anotherOutputSays("other").calls("c", "look", "{}").runsTools();
    turn.skipsOutput().toolGives("c", "look", /* success= */ true, "", "null");
    turn.goesOn().says("b").anotherOutputSays("other").finishes(FinishReason.STOP);

    assertThat(types())
        .containsExactly(
            "text_start",
            "text_delta a",
            "tool_call_delta",
            "tool_call_delta",
            "tool_call_start",
            "text_end",
            "tool_result",
            "text_start",
            "text_delta b",
            "text_end");
  }

  @Test
  void aTurnWhoseToolRoundsAreUsedUpSaysSo() {
    turn.says("a").calls("c", "look", "{}");
    turn.limit("tool_depth", "Too many rounds").finishes(FinishReason.TOOL_CALLS);

    assertThat(turn.lines())
        .endsWith(
            """
            {"type":"text_end","phase":0,"timestamp":0,"finish_reason":"tool_calls"}
            {"type":"error","phase":0,"timestamp":0,"code":"tool_depth","message":"Too many rounds","retryable":false}
            [DONE]
            """);
  }

  @Test
  void whatWentWrongBeforeTheToolsDoesNotExplainTheEnd() {
    turn.refuses("No.").fault("odd", "Odd.").calls("c", "look", "{}").runsTools();
    turn.toolGives("c", "look", /* success= */ true, "", "null").goesOn();
    turn.says("Yes.").finishes(FinishReason.STOP);

    assertThat(errors()).isEmpty();
  }

  @Test
  void outputsThatFollowEachOtherAreAllShown() {
    turn = new Turn(/* alternatives= */ false, LifecycleOptions.DEFAULT);
    turn.says("one, ").anotherOutputSays("two").finishes(FinishReason.STOP);

    assertThat(types())
        .containsExactly("text_start", "text_delta one, ", "text_delta two", "text_end");
  }

  @Test
  void theProvidersOwnToolsAreShownWithWhatTheyFound() {
    turn.thinks("a");
    turn.block(BlockKind.SERVER_TOOL, "s1", "web_search", "{\"query\":\"x\"}");
    turn.block(BlockKind.TOOL_OUTPUT, "s1", "web_search_result", "[{\"title\":", "\"X\"}]");
    turn.block(BlockKind.TOOL_OUTPUT, "s2", "code_execution", "4");
    turn.block(BlockKind.MEDIA, "i1", "image/png", "aGk", "=");
    turn.finishes(FinishReason.STOP);

    assertThat(turn.lines())
        .contains(
            """
            {"type":"thinking_end","phase":0,"timestamp":0,"duration":0,"duration_ms":0}
            {"type":"tool_call_delta","phase":0,"timestamp":0,"toolCallId":"s1","toolName":"web_search","call":0,"content":"","server":true}
            {"type":"tool_call_delta","phase":0,"timestamp":0,"toolCallId":"s1","toolName":"web_search","call":0,"content":"{\\"query\\":\\"x\\"}","server":true}
            {"type":"tool_call_start","phase":0,"timestamp":0,"toolCallId":"s1","toolName":"web_search","call":0,"arguments":"{\\"query\\":\\"x\\"}","server":true}
            {"type":"tool_result","phase":0,"timestamp":0,"toolCallId":"s1","toolName":"web_search","call":0,"success":true,"server":true,"output":"[{\\"title\\":\\"X\\"}]"}
            {"type":"web_search","phase":0,"timestamp":0,"data":[{"title":"X"}]}
            {"type":"tool_result","phase":0,"timestamp":0,"toolCallId":"s2","toolName":"code_execution","success":true,"server":true,"output":"4"}
            {"type":"image_complete","phase":0,"timestamp":0,"id":"i1","mediaType":"image/png","content":"aGk="}
            """);
  }

  @Test
  void aPictureTooLargeToKeepIsShownWithoutItsContent() {
    String half = "A".repeat(ShownBlocks.MAX_KEPT_CHARS / 2 + 1);
    turn.block(BlockKind.MEDIA, "i1", "image/png", half, half);

    assertThat(turn.frames.getFirst().data())
        .endsWith("\"id\":\"i1\",\"mediaType\":\"image/png\",\"cut\":true}");
    turn.encoder.end(0);
  }

  @Test
  void aCallThatIsCutSaysSo() {
    turn.callsAndIsCut("c1", "look", "{\"a\":").ends(Verdict.LENGTH);

    assertThat(turn.lines())
        .contains(
            """
            {"type":"tool_call_start","phase":0,"timestamp":0,"toolCallId":"c1","toolName":"look","call":0,"arguments":"{\\"a\\":","cut":true}
            """);
  }

  @Test
  void theExcerptEndsWithAWholeCharacter() {
    turn.thinks("x".repeat(499), "😀", "more").says("ok").finishes(FinishReason.STOP);

    assertThat(turn.lines()).contains("\"thinking\":\"" + "x".repeat(499) + "\"}");
  }

  @Test
  void textIsFramedAsChatChunksOnRequest() {
    turn = new Turn(/* alternatives= */ true, new LifecycleOptions(/* openaiText= */ true));
    turn.at(61_500).start().says("Hi").finishes(FinishReason.STOP);

    assertThat(turn.lines())
        .isEqualTo(
            """
            {"type":"text_start","phase":0,"timestamp":61500}
            {"id":"resp-1","object":"chat.completion.chunk","created":61,"model":"model-1","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}
            {"type":"text_end","phase":0,"timestamp":61500,"finish_reason":"stop"}
            [DONE]
            """);
  }

  @Test
  void aClockThatGoesBackIsHeld() {
    turn.at(100).thinks("a").at(40).says("b");

    assertThat(turn.lines()).contains("\"timestamp\":100,\"duration\":0,\"duration_ms\":0}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          COMPLETE   | -                | -
          TOOL_CALLS | -                | -
          PAUSED     | -                | -
          LENGTH     | length           | false
          REFUSED    | refusal          | false
          FILTERED   | content_filter   | false
          FAILED     | failed           | false
          TRUNCATED  | truncated        | true
          STALLED    | stalled          | true
          CANCELLED  | cancelled        | false
          """)
  void anEndWithoutAnAnswerIsExplained(Verdict verdict, String code, Boolean retryable) {
    turn.start().ends(verdict);

    List<Json> errors = errors();
    assertThat(turn.lines()).endsWith("[DONE]\n");
    assertThat(errors).hasSize(code == null ? 0 : 1);
    if (code != null) {
      assertThat(errors.getFirst().get("code").text()).isEqualTo(code);
      assertThat(errors.getFirst().get("retryable")).isEqualTo(new Json.Bool(retryable));
    }
  }

  @ParameterizedTest
  @EnumSource(Verdict.class)
  void howeverAStreamEndsThereIsOneOrder(Verdict verdict) {
    turn.thinks("a").says("b").ends(verdict);

    assertThat(types())
        .startsWith(
            "thinking_start",
            "thinking_delta",
            "thinking_end",
            "text_start",
            "text_delta b",
            "text_end",
            "thinking_complete");
  }

  @ParameterizedTest
  @CsvSource({"overloaded_error,true", "429,true", "503,true", "invalid_api_key,false"})
  void theProvidersErrorIsReportedAfterWhatCame(String code, boolean retryable) {
    turn.thinks("a").at(5).fault(code, "No.").at(9000).ends(Verdict.FAILED);

    assertThat(turn.lines())
        .endsWith(
            """
            {"type":"thinking_end","phase":0,"timestamp":5,"duration":0,"duration_ms":5}
            {"type":"thinking_complete","phase":0,"timestamp":9000,"duration":0,"duration_ms":5,"thinking":"a"}
            {"type":"error","phase":0,"timestamp":9000,"code":"%s","message":"No.","retryable":%s}
            [DONE]
            """
                .formatted(code, retryable));
  }

  @Test
  void aRefusalIsToldInItsOwnWords() {
    turn.thinks("a").refuses("I can", "not.").finishes(FinishReason.REFUSED);

    assertThat(turn.lines())
        .contains("\"code\":\"refusal\",\"message\":\"I cannot.\",\"retryable\":false}");
  }

  private List<String> types() {
    turn.encoder.end(0);
    return data()
        .filter(json -> !"error".equals(json.get("type").text()))
        .map(json -> {
          String type = json.get("type").textOrEmpty();
          return type.equals("text_delta") ? type + " " + json.get("content").text() : type;
        })
        .toList();
  }

  private List<Json> errors() {
    turn.encoder.end(0);
    return data().filter(json -> "error".equals(json.get("type").text())).toList();
  }

  private List<String> statuses() {
    return data()
        .filter(json -> "status".equals(json.get("type").text()))
        .map(json -> json.get("source").text() + " " + json.get("description").text())
        .toList();
  }

  private Stream<Json> data() {
    return turn.frames.stream().filter(f -> !f.isDone()).map(f -> Turn.json(f.data()));
  }
}
