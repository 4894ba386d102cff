package dev.weir.codec.dialect.responses;

import static dev.weir.codec.dialect.responses.ResponsesStream.events;
import static dev.weir.codec.dialect.responses.ResponsesStream.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.lifecycle.LifecycleChecker;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleFrame;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.UnrepairedGap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What becomes of text whose chunks were lost or came in another order. */
class GapRepairTest {
  private static final String MESSAGE =
      "{'type':'message','id':'i','status':'completed','content':["
          + "{'type':'output_text','text':'One two three four'}]}";
  private static final String SILENT_MESSAGE =
      "{'type':'message','id':'i','status':'completed','content':[]}";
  private static final String CALL =
      "{'type':'function_call','id':'i','call_id':'c','name':'f','arguments':'{}[]'}";

  private static final BlockId FIRST = new BlockId(0, 0);

  /** Numbers the chunks, of which some are then lost or swapped. */
  private static List<String> numbered(String... chunks) {
    List<String> numbered = new ArrayList<>();
    for (String chunk : chunks) {
      numbered.add(
          chunk.substring(0, chunk.length() - 1) + ",'sequence_number':" + numbered.size() + "}");
    }
    return numbered;
  }

  private static List<StreamEvent> decode(List<String> chunks) {
    return events(chunks.toArray(String[]::new));
  }

  private static String delta(String text) {
    return ResponsesStream.event(
        "output_text.delta", 0, "'content_index':0,'delta':'" + text + "'");
  }

  private static List<String> message(String... ends) {
    List<String> chunks =
        new ArrayList<>(
            List.of(
                ResponsesStream.CREATED,
                ResponsesStream.added(
                    0, "{'type':'message','id':'i','status':'in_progress','content':[]}"),
                delta("One "),
                delta("two "),
                delta("three "),
                delta("four")));
    chunks.addAll(Arrays.asList(ends));
    return numbered(chunks.toArray(String[]::new));
  }

  private static <T> List<T> only(List<StreamEvent> events, Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static String text(List<StreamEvent> events) {
    return Decoded.response(events).text(BlockKind.TEXT);
  }

  @Test
  void aFinalPayloadRepairsTextOfWhichAChunkWasLost() {
    List<String> chunks =
        message(ResponsesStream.done(0, MESSAGE), ResponsesStream.completed(MESSAGE));
    chunks.remove(4);

    List<StreamEvent> events = decode(chunks);

    assertThat(events)
        .containsOnlyOnce(new SequenceGap(4, 5), new BlockRepair(FIRST, 0, "One two three four"));
    assertThat(only(events, UnrepairedGap.class)).isEmpty();
    assertThat(only(events, Fault.class)).isEmpty();
    assertThat(text(events)).isEqualTo("One two three four");
  }

  @Test
  void aFinalPayloadRepairsTextThatCameInAnotherOrder() {
    List<String> chunks =
        message(ResponsesStream.done(0, MESSAGE), ResponsesStream.completed(MESSAGE));
    chunks.add(4, chunks.remove(5));

    List<StreamEvent> events = decode(chunks);

    assertThat(events).contains(new BlockRepair(FIRST, 0, "One two three four"));
    assertThat(only(events, UnrepairedGap.class)).isEmpty();
    assertThat(text(events)).isEqualTo("One two three four");
  }

  @Test
  void theEndOfATextThatWasLostIsADeltaAndNotARepair() {
    List<String> chunks =
        message(ResponsesStream.done(0, MESSAGE), ResponsesStream.completed(MESSAGE));
    chunks.remove(5);

    List<StreamEvent> events = decode(chunks);

    assertThat(only(events, BlockRepair.class)).isEmpty();
    assertThat(only(events, UnrepairedGap.class)).isEmpty();
    assertThat(text(events)).isEqualTo("One two three four");
  }

  @Test
  void onlyTheResponsesOwnListIsLeftToRepairAText() {
    List<String> chunks =
        message(ResponsesStream.done(0, MESSAGE), ResponsesStream.completed(MESSAGE));
    chunks.subList(4, 7).clear();

    List<StreamEvent> events = decode(chunks);

    assertThat(only(events, UnrepairedGap.class)).isEmpty();
    assertThat(text(events)).isEqualTo("One two three four");
  }

  @Test
  void anItemThatWasLostWholeIsInTheResponsesOwnList() {
    List<String> chunks = message(ResponsesStream.completed(MESSAGE));
    chunks.subList(1, 6).clear();

    List<StreamEvent> events = decode(chunks);

    assertThat(only(events, UnrepairedGap.class)).isEmpty();
    assertThat(text(events)).isEqualTo("One two three four");
  }

  @Test
  void whereNothingSaysWhatWasLostTheGapIsReportedWithItsPlace() {
    List<String> chunks =
        message(ResponsesStream.done(0, SILENT_MESSAGE), ResponsesStream.COMPLETED);
    chunks.remove(4);

    List<StreamEvent> events = decode(chunks);
    Response response = Decoded.response(events);

    var gap = new UnrepairedGap(4, 5, FIRST, 0, "One two ".length());
    assertThat(events).containsOnlyOnce(gap);
    assertThat(events.indexOf(gap))
        .isLessThan(events.indexOf(only(events, BlockEnd.class).getFirst()));
    assertThat(response.gaps()).containsExactly(gap);
    assertThat(text(events)).isEqualTo("One two four");
  }

  @Test
  void aStreamThatIsCutAfterAGapSaysSo() {
    List<String> chunks = message();
    chunks.remove(4);

    assertThat(only(decode(chunks), UnrepairedGap.class))
        .containsExactly(new UnrepairedGap(4, 5, FIRST, 0, "One two ".length()));
  }

  @Test
  void aGapInWhichNoBlockWasOpenIsReportedAtTheEnd() {
    List<String> chunks = message(ResponsesStream.COMPLETED);
    chunks.subList(1, 3).clear();

    assertThat(only(decode(chunks), UnrepairedGap.class))
        .containsExactly(new UnrepairedGap(1, 3, null, 0, 0));
  }

  @Test
  void aLostStatusIsNotALossIfTheTextIsConfirmed() {
    List<String> chunks =
        numbered(
            ResponsesStream.CREATED,
            "{'type':'response.in_progress','response':{'id':'r'}}",
            ResponsesStream.done(0, MESSAGE),
            ResponsesStream.completed(MESSAGE));
    chunks.remove(1);

    List<StreamEvent> events = decode(chunks);

    assertThat(only(events, SequenceGap.class)).hasSize(1);
    assertThat(only(events, UnrepairedGap.class)).isEmpty();
  }

  @Test
  void withoutAGapAFinalPayloadThatSaysSomethingElseIsAFaultAndChangesNothing() {
    List<StreamEvent> events =
        decode(
            numbered(
                ResponsesStream.CREATED,
                delta("Another text"),
                ResponsesStream.done(0, MESSAGE),
                ResponsesStream.completed(MESSAGE)));

    assertThat(only(events, BlockRepair.class)).isEmpty();
    assertThat(only(events, Fault.class)).hasSize(1);
    assertThat(text(events)).isEqualTo("Another text");
  }

  private static List<String> call(String done, String end) {
    List<String> chunks =
        numbered(
            ResponsesStream.CREATED,
            ResponsesStream.added(0, CALL.replace("{}[]", "")),
            ResponsesStream.event("function_call_arguments.delta", 0, "'delta':'{'"),
            ResponsesStream.event("function_call_arguments.delta", 0, "'delta':'}'"),
            ResponsesStream.event("function_call_arguments.delta", 0, "'delta':'[]'"),
            done,
            end);
    chunks.remove(3);
    return chunks;
  }

  @Test
  void aCallRunsWithRepairedArguments() {
    List<StreamEvent> events =
        decode(call(ResponsesStream.done(0, CALL), ResponsesStream.completed(CALL)));

    assertThat(only(events, BlockEnd.class))
        .containsExactly(new BlockEnd(FIRST, true, null, "{}[]", null, null));
  }

  @Test
  void aCallThatMayLackArgumentsIsCut() {
    String silent = CALL.replace("{}[]", "");

    List<StreamEvent> events =
        decode(call(ResponsesStream.done(0, silent), ResponsesStream.COMPLETED));

    assertThat(only(events, BlockEnd.class))
        .containsExactly(new BlockEnd(FIRST, /* complete= */ false, null, "{[]", null, null));
  }

  private static String frames(List<StreamEvent> events) {
    List<LifecycleFrame> frames = new ArrayList<>();
    var encoder = new LifecycleEncoder(LifecycleOptions.DEFAULT, frames::add);
    events.forEach(event -> encoder.accept(event, 0));
    encoder.end(0);
    assertThat(LifecycleChecker.check(frames)).isEmpty();
    return frames.stream()
        .map(LifecycleFrame::data)
        .filter(data -> data.contains("text_repair") || data.contains("warning"))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aFrontEndIsToldWhichTextToReplace() {
    List<String> chunks =
        message(ResponsesStream.done(0, MESSAGE), ResponsesStream.completed(MESSAGE));
    chunks.remove(4);

    assertThat(frames(decode(chunks)))
        .isEqualTo(
            """
            {"type":"text_repair","phase":0,"timestamp":0,"from":0,"length":12,"content":"One two three four"}\
            """);
  }

  @Test
  void aFrontEndIsToldWhereSomethingIsMissing() {
    List<String> chunks =
        message(ResponsesStream.done(0, SILENT_MESSAGE), ResponsesStream.COMPLETED);
    chunks.remove(4);

    assertThat(frames(decode(chunks)))
        .isEqualTo(
            """
            {"type":"warning","phase":0,"timestamp":0,"code":"sequence_gap","message":"Expected sequence number 4, saw 5, and nothing that came later says what was missing; the answer may lack something here, or be out of order","place":{"in":"text","phase":0,"at":8}}\
            """);
  }

  @Test
  void eventsOfRepairsAreReadBackAsTheyWereWritten() {
    List<String> chunks = message(ResponsesStream.done(0, MESSAGE));
    chunks.remove(4);

    assertThat(lines(decode(chunks)))
        .contains("{'type':'block_repair','output':0,'block':0,'text':'One two three four'}");
  }
}
