package dev.weir.codec.frontend.vercel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Frame;
import dev.weir.codec.frontend.FrontEndTurns;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class UiMessageEncoderTest {
  private static final UiMessageStream FRONT_END = new UiMessageStream();

  private static List<String> chunks(List<StreamEvent> events) {
    return FrontEndTurns.frames(FRONT_END, events).stream()
        .map(chunk -> chunk.replace('"', '\''))
        .toList();
  }

  @Test
  void everythingOfATurnHasItsChunk() {
    assertThat(chunks(FrontEndTurns.whole()))
        .containsExactly(
            "{'type':'start','messageId':'answer-1','messageMetadata':{'streamId':'s1','model':'model-1'}}",
            "{'type':'start-step'}",
            "{'type':'reasoning-start','id':'s1-0'}",
            "{'type':'reasoning-delta','id':'s1-0','delta':'First this.'}",
            "{'type':'reasoning-end','id':'s1-0'}",
            "{'type':'reasoning-start','id':'s1-0-1'}",
            "{'type':'reasoning-delta','id':'s1-0-1','delta':'Then that: 世界 🌊\\u2028'}",
            "{'type':'reasoning-end','id':'s1-0-1','providerMetadata':{'weir':{'seal':'weirseal0001abcd'}}}",
            "{'type':'text-start','id':'s1-1'}",
            "{'type':'text-delta','id':'s1-1','delta':'Let me '}",
            "{'type':'text-delta','id':'s1-1','delta':'look.'}",
            "{'type':'text-end','id':'s1-1'}",
            "{'type':'tool-input-start','toolCallId':'call-1','toolName':'weather'}",
            "{'type':'tool-input-delta','toolCallId':'call-1','inputTextDelta':'{\\'city\\':'}",
            "{'type':'tool-input-delta','toolCallId':'call-1','inputTextDelta':'\\'Bonn\\'}'}",
            "{'type':'tool-input-available','toolCallId':'call-1','toolName':'weather','input':{'city':'Bonn'}}",
            "{'type':'tool-input-start','toolCallId':'call-2','toolName':'weather'}",
            "{'type':'tool-input-available','toolCallId':'call-2','toolName':'weather','input':{}}",
            "{'type':'tool-output-error','toolCallId':'call-2','errorText':'No city'}",
            "{'type':'tool-output-available','toolCallId':'call-1','output':'9 degrees','toolMetadata':{'shown':{'degrees':9}}}",
            "{'type':'finish-step'}",
            "{'type':'start-step'}",
            "{'type':'tool-input-start','toolCallId':'weir-server-call-s1-6','toolName':'web_search','providerExecuted':true}",
            "{'type':'tool-input-available','toolCallId':'weir-server-call-s1-6','toolName':'web_search','providerExecuted':true,'input':{'query':'Bonn'}}",
            "{'type':'tool-output-available','toolCallId':'weir-server-call-s1-6','output':'','providerExecuted':true}",
            "{'type':'text-start','id':'s1-7'}",
            "{'type':'text-delta','id':'s1-7','delta':'It is 9 degrees.'}",
            "{'type':'source-url','sourceId':'s1-source-1','url':'https://example.org/bonn','title':'Bonn'}",
            "{'type':'text-end','id':'s1-7'}",
            "{'type':'file','url':'data:image/png;base64,iVBORw0K','mediaType':'image/png'}",
            "{'type':'finish-step'}",
            "{'type':'finish','finishReason':'stop','messageMetadata':{'usage':{'inputTokens':10,'outputTokens':20,'reasoningTokens':5}}}",
            "[DONE]");
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETE, stop",
    "LENGTH, length",
    "TOOL_CALLS, tool-calls",
    "REFUSED, content-filter",
    "FILTERED, content-filter",
    "PAUSED, other"
  })
  void aWholeAnswerSaysWhyItEnded(Verdict verdict, String reason) {
    assertThat(chunks(FrontEndTurns.ending(verdict)))
        .endsWith(
            "{'type':'tool-input-available','toolCallId':'call-1','toolName':'weather','input':{}}",
            "{'type':'finish-step'}",
            "{'type':'finish','finishReason':'%s','messageMetadata':{}}".formatted(reason),
            "[DONE]");
  }

  @ParameterizedTest
  @EnumSource(names = {"FAILED", "TRUNCATED", "STALLED", "CANCELLED"})
  void halfAnAnswerIsAnErrorAndHalfACallIsNeverAvailable(Verdict verdict) {
    List<String> chunks = chunks(FrontEndTurns.ending(verdict));
    assertThat(chunks)
        .contains(
            "{'type':'tool-input-error','toolCallId':'call-1','toolName':'weather','input':'{\\'ci','errorText':'The arguments of the call did not come whole'}")
        .endsWith("{'type':'error','errorText':'The answer was cut'}", "[DONE]")
        .noneMatch(chunk -> chunk.contains("'finish'") || chunk.contains("input-available"));
    assertThat(chunks.stream().anyMatch(chunk -> chunk.contains("'abort'")))
        .isEqualTo(verdict == Verdict.CANCELLED);
  }

  @Test
  void aCallWithoutAnIdOrWithThatOfAnotherGetsOneOfOurs() {
    assertThat(chunks(FrontEndTurns.clientsCall()))
        .contains("{'type':'tool-input-start','toolCallId':'call-s1-0','toolName':'locate'}");
    assertThat(chunks(FrontEndTurns.interleaved()))
        .contains(
            "{'type':'tool-input-available','toolCallId':'same','toolName':'t','input':{'n':1}}",
            "{'type':'tool-input-available','toolCallId':'call-s1-3','toolName':'t','input':{'n':2}}");
  }

  @Test
  void aRepairThatGoesOnIsADeltaAndAnyOtherIsToldBesides() {
    var text = FrontEndTurns.id(0);
    List<StreamEvent> events =
        List.of(
            new ResponseStart(null, null),
            new BlockStart(text, BlockKind.TEXT, null, null, false, Map.of()),
            new BlockDelta(text, "one"),
            new BlockRepair(text, 0, "one two"),
            new BlockRepair(text, 0, "three"));
    assertThat(chunks(events))
        .endsWith(
            "{'type':'text-delta','id':'s1-0','delta':' two'}",
            "{'type':'data-repair','data':{'part':'s1-0','text':'three'}}");
  }

  @Test
  void whatIsNotSealedDoesNotGoOut() {
    List<StreamEvent> events = new ArrayList<>(FrontEndTurns.whole());
    events.replaceAll(event ->
        event instanceof StreamEvent.BlockEnd end && end.reasoning() != null
            ? new StreamEvent.BlockEnd(
                end.block(),
                true,
                new dev.weir.event.Reasoning(null, List.of(), "the provider's", null, false),
                null,
                null,
                null)
            : event);
    assertThat(chunks(events))
        .contains("{'type':'reasoning-end','id':'s1-0-1'}")
        .noneMatch(chunk -> chunk.contains("the provider's"));
  }

  @Test
  void framesAreNumberedFromOne() {
    List<Frame> frames = new ArrayList<>();
    FrontEndTurns.clientsCall().forEach(FRONT_END.encoder(FrontEndTurns.PLACE, frames::add));
    assertThat(frames).extracting(Frame::id).containsExactly("1", "2", "3", "4", "5", "6", "7", "");
  }
}
