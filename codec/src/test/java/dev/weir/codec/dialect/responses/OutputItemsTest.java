package dev.weir.codec.dialect.responses;

import static dev.weir.codec.dialect.responses.ResponsesStream.COMPLETED;
import static dev.weir.codec.dialect.responses.ResponsesStream.CREATED;
import static dev.weir.codec.dialect.responses.ResponsesStream.added;
import static dev.weir.codec.dialect.responses.ResponsesStream.completed;
import static dev.weir.codec.dialect.responses.ResponsesStream.done;
import static dev.weir.codec.dialect.responses.ResponsesStream.event;
import static dev.weir.codec.dialect.responses.ResponsesStream.inside;
import static dev.weir.codec.dialect.responses.ResponsesStream.response;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.StreamFault;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which item an event is about, and that no text is said twice. */
class OutputItemsTest {

  @Test
  void idsThatChangeWithEveryEventDoNotMatter() {
    assertThat(
            inside(
                CREATED,
                added(0, "{'id':'i1','type':'reasoning'}"),
                event(
                    "reasoning_summary_text.delta",
                    0,
                    "'item_id':'i2','summary_index':0,'delta':'Hm'"),
                event(
                    "reasoning_summary_text.done",
                    0,
                    "'item_id':'i3','summary_index':0,'text':'Hm'"),
                done(0, "{'id':'i4','type':'reasoning','summary':[{'text':'Hm'}]}"),
                added(1, "{'id':'i5','type':'message'}"),
                event("output_text.delta", 1, "'item_id':'i6','content_index':0,'delta':'Hi'"),
                event("output_text.done", 1, "'item_id':'i7','content_index':0,'text':'Hi'"),
                done(
                    1,
                    "{'id':'i8','type':'message','content':[{'type':'output_text','text':'Hi'}]}"),
                completed(
                    "{'id':'i9','type':'reasoning','summary':[{'text':'Hm'}]}",
                    "{'id':'i10','type':'message','content':[{'type':'output_text','text':'Hi'}]}")))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','id':'i1','origin':{'part':'summary'}}
            {'type':'block_delta','output':0,'block':0,'text':'Hm'}
            {'type':'block_end','output':0,'block':0,'complete':true,'reasoning':{'id':'i4','summary':['Hm']}}
            {'type':'output_end','output':0,'reason':'stop'}
            {'type':'block_start','output':1,'block':1,'kind':'text','id':'i5'}
            {'type':'block_delta','output':1,'block':1,'text':'Hi'}
            {'type':'block_end','output':1,'block':1,'complete':true}
            {'type':'output_end','output':1,'reason':'stop'}
            """);
  }

  @Test
  void fiveItemsMayBeOpenAtOnceAndEndInAnyOrder() {
    assertThat(
            inside(
                CREATED,
                call(0, "added", ""),
                call(1, "added", ""),
                call(2, "added", ""),
                call(3, "added", ""),
                call(4, "added", ""),
                arguments(2, "c"),
                arguments(0, "a"),
                arguments(4, "e"),
                call(3, "done", "d"),
                call(4, "done", "e"),
                call(1, "done", "b"),
                arguments(0, "A"),
                call(2, "done", "c"),
                call(0, "done", "aA"),
                COMPLETED))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'tool_call','id':'c0','name':'f','origin':{'type':'custom_tool_call','item':'i0'}}
            {'type':'block_start','output':1,'block':1,'kind':'tool_call','id':'c1','name':'f','origin':{'type':'custom_tool_call','item':'i1'}}
            {'type':'block_start','output':2,'block':2,'kind':'tool_call','id':'c2','name':'f','origin':{'type':'custom_tool_call','item':'i2'}}
            {'type':'block_start','output':3,'block':3,'kind':'tool_call','id':'c3','name':'f','origin':{'type':'custom_tool_call','item':'i3'}}
            {'type':'block_start','output':4,'block':4,'kind':'tool_call','id':'c4','name':'f','origin':{'type':'custom_tool_call','item':'i4'}}
            {'type':'block_delta','output':2,'block':2,'text':'c'}
            {'type':'block_delta','output':0,'block':0,'text':'a'}
            {'type':'block_delta','output':4,'block':4,'text':'e'}
            {'type':'block_delta','output':3,'block':3,'text':'d'}
            {'type':'block_end','output':3,'block':3,'complete':true,'arguments':'d'}
            {'type':'output_end','output':3,'reason':'tool_calls'}
            {'type':'block_end','output':4,'block':4,'complete':true,'arguments':'e'}
            {'type':'output_end','output':4,'reason':'tool_calls'}
            {'type':'block_delta','output':1,'block':1,'text':'b'}
            {'type':'block_end','output':1,'block':1,'complete':true,'arguments':'b'}
            {'type':'output_end','output':1,'reason':'tool_calls'}
            {'type':'block_delta','output':0,'block':0,'text':'A'}
            {'type':'block_end','output':2,'block':2,'complete':true,'arguments':'c'}
            {'type':'output_end','output':2,'reason':'tool_calls'}
            {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'aA'}
            {'type':'output_end','output':0,'reason':'tool_calls'}
            """);
  }

  private static String call(int index, String step, String input) {
    return "{'type':'response.output_item.%s','output_index':%d,'item':{'id':'i%d','type':'custom_tool_call','call_id':'c%d','name':'f','input':'%s'}}"
        .formatted(step, index, index, index, input);
  }

  private static String arguments(int index, String delta) {
    return event("custom_tool_call_input.delta", index, "'delta':'" + delta + "'");
  }

  @Test
  void withoutAnIndexTheIdLeadsToTheItem() {
    Response response =
        response(
            CREATED,
            "{'type':'response.output_item.added','item':{'id':'a','type':'message'}}",
            "{'type':'response.output_text.delta','item_id':'a','delta':'One'}",
            "{'type':'response.output_item.added','item':{'type':'function_call','call_id':'c','name':'f'}}",
            "{'type':'response.function_call_arguments.delta','item_id':'c','delta':'[1]'}",
            "{'type':'response.output_text.delta','item_id':'a','delta':' more'}",
            "{'type':'response.output_item.done','item':{'id':'a','type':'message','content':[{'type':'output_text','text':'One more'}]}}",
            "{'type':'response.output_item.done','item':{'type':'function_call','call_id':'c','name':'f','arguments':'[1]'}}",
            completed(
                "{'id':'a','type':'message','content':[{'type':'output_text','text':'One more'}]}",
                "{'type':'function_call','call_id':'c','name':'f','arguments':'[1]'}"));

    assertThat(summary(response)).containsExactly("0 TEXT One more true", "1 TOOL_CALL [1] true");
    assertThat(response.faults()).isEmpty();
  }

  @Test
  void anItemOfWhichNothingIsKnownIsAFreshOutput() {
    Response response =
        response(
            CREATED,
            "{'type':'response.output_text.delta','item_id':'a','delta':'One'}",
            "{'type':'response.output_text.delta','item_id':'b','delta':'Two'}",
            "{'type':'response.output_text.delta','item_id':'a','delta':' more'}",
            COMPLETED);

    assertThat(summary(response)).containsExactly("0 TEXT One more false", "1 TEXT Two false");
  }

  @Test
  void anIndexThatIsCountedUpTooEarlyStillLeadsToTheItemItsIdNames() {
    // vLLM: the last events of an item stand under the index of the next one.
    Response response =
        response(
            CREATED,
            added(7, "{'id':'rs','type':'reasoning'}"),
            event("reasoning_text.delta", 7, "'item_id':'rs','content_index':4,'delta':'Hm'"),
            event("reasoning_text.done", 8, "'item_id':'rs','content_index':4,'text':'Hm'"),
            done(8, "{'id':'rs','type':'reasoning','content':[{'text':'Hm'}]}"),
            added(8, "{'id':'msg','type':'message'}"),
            event("output_text.delta", 8, "'item_id':'msg','content_index':5,'delta':'Hi'"),
            done(9, "{'id':'msg','type':'message','content':[{'type':'output_text','text':'Hi'}]}"),
            completed(
                "{'id':'rs','type':'reasoning','content':[{'text':'Hm'}]}",
                "{'id':'msg','type':'message','content':[{'type':'output_text','text':'Hi'}]}"));

    assertThat(summary(response)).containsExactly("0 REASONING Hm true", "1 TEXT Hi true");
    assertThat(response.faults()).isEmpty();
  }

  @Test
  void aServerThatCountsNoIndexesIsUnderstood() {
    Response response =
        response(
            CREATED,
            added(0, "{'id':'rs','type':'reasoning'}"),
            event("reasoning_text.delta", 0, "'item_id':'rs','delta':'Hm'"),
            added(0, "{'id':'f1','type':'function_call','call_id':'c1','name':'f'}"),
            added(0, "{'id':'f2','type':'function_call','call_id':'c2','name':'f'}"),
            event("function_call_arguments.delta", 0, "'item_id':'f1','delta':'[1]'"),
            event("function_call_arguments.delta", 0, "'item_id':'f2','delta':'[2]'"),
            done(0, "{'id':'rs','type':'reasoning','content':[{'text':'Hm'}]}"),
            done(0, "{'id':'f1','type':'function_call','call_id':'c1','name':'f'}"),
            done(0, "{'id':'f2','type':'function_call','call_id':'c2','name':'f'}"),
            done(
                0,
                "{'id':'f3','type':'function_call','call_id':'c3','name':'f','arguments':'[3]'}"),
            COMPLETED);

    assertThat(summary(response))
        .containsExactly(
            "0 REASONING Hm true",
            "1 TOOL_CALL [1] true",
            "2 TOOL_CALL [2] true",
            "3 TOOL_CALL [3] true");
    assertThat(response.faults()).isEmpty();
  }

  @Test
  void partsThatAreCountedOverTheWholeResponseAreSaidOnce() {
    assertThat(
            inside(
                CREATED,
                added(1, "{'id':'msg','type':'message'}"),
                event("content_part.added", 1, "'content_index':1,'part':{'type':'output_text'}"),
                event("output_text.delta", 1, "'content_index':1,'delta':'Hi'"),
                done(
                    1,
                    "{'id':'msg','type':'message','content':[{'type':'output_text','text':'Hi.'}]}"),
                COMPLETED))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'text','id':'msg'}
            {'type':'block_delta','output':0,'block':0,'text':'Hi'}
            {'type':'block_delta','output':0,'block':0,'text':'.'}
            {'type':'block_end','output':0,'block':0,'complete':true}
            {'type':'output_end','output':0,'reason':'stop'}
            """);
  }

  @Test
  void anEmptyListInTheTerminalSaysNothingAboutTheItems() {
    Response response =
        response(
            CREATED,
            event("output_text.delta", 0, "'item_id':'a','content_index':0,'delta':'Hi'"),
            done(0, "{'id':'a','type':'message','content':[{'type':'output_text','text':'Hi'}]}"),
            COMPLETED);

    assertThat(summary(response)).containsExactly("0 TEXT Hi true");
    assertThat(response.faults()).isEmpty();
  }

  @Test
  void itemsThatOnlyTheTerminalKnowsAreSaid() {
    assertThat(
            inside(
                CREATED,
                added(0, "{'id':'a','type':'message'}"),
                event("output_text.delta", 0, "'content_index':0,'delta':'Hi'"),
                done(0, "{'id':'a','type':'message','content':[]}"),
                completed(
                    "{'id':'rs','type':'reasoning','encrypted_content':'enc'}",
                    "{'id':'a','type':'message','content':[{'type':'output_text','text':'Hi'}]}",
                    "{'id':'b','type':'message','content':[{'type':'output_text','text':'Bye',"
                        + "'annotations':[{'type':'url_citation'}]}]}")))
        .isEqualTo(
            """
            {'type':'block_start','output':0,'block':0,'kind':'text','id':'a'}
            {'type':'block_delta','output':0,'block':0,'text':'Hi'}
            {'type':'block_end','output':0,'block':0,'complete':true}
            {'type':'output_end','output':0,'reason':'stop'}
            {'type':'block_start','output':1,'block':1,'kind':'reasoning','id':'rs','synthetic':true}
            {'type':'block_end','output':1,'block':1,'complete':true,'reasoning':{'id':'rs','encrypted':'enc'}}
            {'type':'output_end','output':1,'reason':'stop'}
            {'type':'block_start','output':2,'block':2,'kind':'text','id':'b'}
            {'type':'block_delta','output':2,'block':2,'text':'Bye'}
            {'type':'annotation','output':2,'block':2,'kind':'url_citation','json':'{\\'type\\':\\'url_citation\\'}'}
            {'type':'block_end','output':2,'block':2,'complete':true}
            {'type':'output_end','output':2,'reason':'stop'}
            """);
  }

  @Test
  void aTerminalThatLeavesItemsOutOrMovesThemSaysNothingTwice() {
    Response response =
        response(
            CREATED,
            text(0, "a", "One"),
            text(2, "b", "Two"),
            completed(message("x", "One"), message("y", "Two")));

    assertThat(summary(response)).containsExactly("0 TEXT One true", "1 TEXT Two true");
    assertThat(response.faults()).isEmpty();
  }

  private static String text(int index, String id, String text) {
    return done(index, message(id, text));
  }

  private static String message(String id, String text) {
    return "{'id':'%s','type':'message','content':[{'type':'output_text','text':'%s'}]}"
        .formatted(id, text);
  }

  @Test
  void aFinalTextThatContradictsTheDeltasIsOneFaultAndTheStreamedTextStays() {
    Response response =
        response(
            CREATED,
            added(0, "{'id':'a','type':'message'}"),
            event("output_text.delta", 0, "'content_index':0,'delta':'Hello'"),
            event("output_text.done", 0, "'content_index':0,'text':'Howdy'"),
            event(
                "content_part.done",
                0,
                "'content_index':0,'part':{'type':'output_text','text':'Howdy'}"),
            done(0, message("a", "Howdy")),
            completed(message("a", "Howdy")));

    assertThat(summary(response)).containsExactly("0 TEXT Hello true");
    assertThat(response.faults())
        .containsExactly(
            new StreamFault(
                StreamFault.Kind.CONTRADICTION,
                "The final payload of block 0/0 (5 characters) does not continue the 5 characters"
                    + " that were streamed; the streamed text stays"));
  }

  @Test
  void aCallWhoseFinalArgumentsContradictTheStreamedOnesIsNotComplete() {
    Response response =
        response(
            CREATED,
            added(0, "{'id':'a','type':'function_call','call_id':'c','name':'f'}"),
            event("function_call_arguments.delta", 0, "'delta':'[1'"),
            event("function_call_arguments.done", 0, "'arguments':'[2]'"),
            done(0, "{'id':'a','type':'function_call','call_id':'c','name':'f'}"),
            COMPLETED);

    assertThat(summary(response)).containsExactly("0 TOOL_CALL [1 false");
    assertThat(response.faults())
        .extracting(StreamFault::kind)
        .containsExactly(StreamFault.Kind.CONTRADICTION);
  }

  @Test
  void aTerminalThatContradictsAnItemThatWasDoneIsAFaultToo() {
    Response response =
        response(CREATED, done(0, message("a", "Hello")), completed(message("a", "Hello there")));

    assertThat(summary(response)).containsExactly("0 TEXT Hello true");
    assertThat(response.faults())
        .extracting(StreamFault::kind)
        .containsExactly(StreamFault.Kind.CONTRADICTION);
  }

  @Test
  void aDeltaAfterItsItemWasDoneIsAFaultAndNotASecondText() {
    Response response =
        response(
            CREATED,
            done(0, message("a", "Hello")),
            event("output_text.delta", 0, "'item_id':'a','content_index':0,'delta':'lo'"),
            event("output_text.done", 0, "'item_id':'a','content_index':0,'text':'Hello'"),
            COMPLETED);

    assertThat(summary(response)).containsExactly("0 TEXT Hello true");
    assertThat(response.faults())
        .containsExactly(
            new StreamFault(
                StreamFault.Kind.ORPHAN,
                "A delta of 2 characters came for output 0 after its item was done; it is left out,"
                    + " because the item's final payload already gave the whole text"));
  }

  private static List<String> summary(Response response) {
    return response.blocks().stream()
        .filter(b -> b.kind() != BlockKind.SERVER_TOOL)
        .map(b -> b.block().output() + " " + b.kind() + " " + b.text() + " " + b.complete())
        .toList();
  }
}
