package dev.weir.codec.frontend.agui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.frontend.FrontEndTurns;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RunEncoderTest {
  private static List<String> events(List<StreamEvent> events) {
    return FrontEndTurns.frames(new AgUi(), events).stream()
        .map(chunk -> chunk.replace('"', '\''))
        .toList();
  }

  @Test
  void everythingOfATurnHasItsEvent() {
    assertThat(events(FrontEndTurns.whole()))
        .containsExactly(
            "{'type':'RUN_STARTED','threadId':'chat-1','runId':'answer-1'}",
            "{'type':'REASONING_START','messageId':'s1-0'}",
            "{'type':'REASONING_MESSAGE_START','messageId':'s1-0','role':'reasoning'}",
            "{'type':'REASONING_MESSAGE_CONTENT','messageId':'s1-0','delta':'First this.'}",
            "{'type':'REASONING_MESSAGE_END','messageId':'s1-0'}",
            "{'type':'REASONING_END','messageId':'s1-0'}",
            "{'type':'REASONING_START','messageId':'s1-0-1'}",
            "{'type':'REASONING_MESSAGE_START','messageId':'s1-0-1','role':'reasoning'}",
            "{'type':'REASONING_MESSAGE_CONTENT','messageId':'s1-0-1','delta':'Then that: 世界 🌊\\u2028'}",
            "{'type':'REASONING_MESSAGE_END','messageId':'s1-0-1'}",
            "{'type':'REASONING_ENCRYPTED_VALUE','subtype':'message','entityId':'s1-0-1','encryptedValue':'weirseal0001abcd'}",
            "{'type':'REASONING_END','messageId':'s1-0-1'}",
            "{'type':'TEXT_MESSAGE_START','messageId':'s1-1','role':'assistant'}",
            "{'type':'TEXT_MESSAGE_CONTENT','messageId':'s1-1','delta':'Let me '}",
            "{'type':'TEXT_MESSAGE_CONTENT','messageId':'s1-1','delta':'look.'}",
            "{'type':'TEXT_MESSAGE_END','messageId':'s1-1'}",
            "{'type':'TOOL_CALL_START','toolCallId':'call-1','toolCallName':'weather','parentMessageId':'s1-1'}",
            "{'type':'TOOL_CALL_ARGS','toolCallId':'call-1','delta':'{\\'city\\':'}",
            "{'type':'TOOL_CALL_ARGS','toolCallId':'call-1','delta':'\\'Bonn\\'}'}",
            "{'type':'TOOL_CALL_END','toolCallId':'call-1'}",
            "{'type':'TOOL_CALL_START','toolCallId':'call-2','toolCallName':'weather','parentMessageId':'s1-1'}",
            "{'type':'TOOL_CALL_END','toolCallId':'call-2'}",
            "{'type':'TOOL_CALL_RESULT','messageId':'s1-4','toolCallId':'call-2','content':'No city','role':'tool','metadata':{'failed':true}}",
            "{'type':'TOOL_CALL_RESULT','messageId':'s1-5','toolCallId':'call-1','content':'9 degrees','role':'tool','metadata':{'shown':{'degrees':9}}}",
            "{'type':'TOOL_CALL_START','toolCallId':'weir-server-call-s1-6','toolCallName':'web_search','parentMessageId':'s1-calls-1'}",
            "{'type':'TOOL_CALL_END','toolCallId':'weir-server-call-s1-6'}",
            "{'type':'TOOL_CALL_RESULT','messageId':'weir-server-call-s1-6-output','toolCallId':'weir-server-call-s1-6','content':'','role':'tool'}",
            "{'type':'TEXT_MESSAGE_START','messageId':'s1-7','role':'assistant'}",
            "{'type':'TEXT_MESSAGE_CONTENT','messageId':'s1-7','delta':'It is 9 degrees.'}",
            "{'type':'CUSTOM','name':'source','value':{'url':'https://example.org/bonn','title':'Bonn'}}",
            "{'type':'TEXT_MESSAGE_END','messageId':'s1-7'}",
            "{'type':'CUSTOM','name':'file','value':{'mediaType':'image/png','url':'data:image/png;base64,iVBORw0K'}}",
            "{'type':'RUN_FINISHED','threadId':'chat-1','runId':'answer-1','outcome':{'type':'success'},'usage':[{'inputTokens':10,'outputTokens':20,'reasoningTokens':5}]}");
  }

  @Test
  void aCallThatIsTheFrontEndsToRunIsPending() {
    assertThat(events(FrontEndTurns.clientsCall()))
        .endsWith(
            "{'type':'RUN_FINISHED','threadId':'chat-1','runId':'answer-1','outcome':{'type':'success','pendingToolCallIds':['call-s1-0']}}");
  }

  @ParameterizedTest
  @EnumSource(names = {"FAILED", "TRUNCATED", "STALLED", "CANCELLED"})
  void halfAnAnswerIsAnError(Verdict verdict) {
    assertThat(events(FrontEndTurns.ending(verdict)))
        .endsWith("{'type':'RUN_ERROR','message':'The answer was cut','code':'cut'}")
        .noneMatch(event -> event.contains("RUN_FINISHED"));
  }
}
