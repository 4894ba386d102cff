package dev.weir.codec.dialect.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkDecoder;
import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.chunk.PartKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules C1 to C4. */
class ResponsesChunkTableTest {

  private static final String PUBLISHED =
      """
      response.created status
      response.queued status
      response.in_progress status
      response.completed status terminal
      response.incomplete status terminal
      response.failed status terminal
      error status terminal
      response.output_item.added status
      response.output_item.done status terminal
      response.content_part.added status
      response.content_part.done status terminal
      response.output_text.delta assistant text
      response.output_text.done assistant terminal
      response.output_text.annotation.added assistant
      response.audio.delta assistant
      response.audio.done assistant terminal
      response.audio.transcript.delta assistant text
      response.audio.transcript.done assistant terminal
      response.refusal.delta refusal text
      response.refusal.done refusal terminal
      response.reasoning_summary_part.added reasoning
      response.reasoning_summary_part.done reasoning terminal
      response.reasoning_summary_text.delta reasoning text
      response.reasoning_summary_text.done reasoning terminal
      response.reasoning_text.delta reasoning text
      response.reasoning_text.done reasoning terminal
      response.function_call_arguments.delta function_arguments arguments
      response.function_call_arguments.done function_arguments terminal
      response.custom_tool_call_input.delta function_arguments arguments
      response.custom_tool_call_input.done function_arguments terminal
      response.mcp_call_arguments.delta function_arguments arguments
      response.mcp_call_arguments.done function_arguments terminal
      response.code_interpreter_call_code.delta function_arguments arguments
      response.code_interpreter_call_code.done function_arguments terminal
      response.shell_call_command.added function_arguments
      response.shell_call_command.delta function_arguments arguments
      response.shell_call_command.done function_arguments terminal
      response.shell_call_output_content.delta tool_output text
      response.shell_call_output_content.done tool_output terminal
      response.mcp_call.in_progress status
      response.mcp_call.completed status
      response.mcp_call.failed status
      response.mcp_list_tools.in_progress status
      response.mcp_list_tools.completed status
      response.mcp_list_tools.failed status
      response.file_search_call.in_progress status
      response.file_search_call.searching status
      response.file_search_call.completed status
      response.web_search_call.in_progress status
      response.web_search_call.searching status
      response.web_search_call.completed status
      response.code_interpreter_call.in_progress status
      response.code_interpreter_call.interpreting status
      response.code_interpreter_call.completed status
      response.image_generation_call.in_progress status
      response.image_generation_call.generating status
      response.image_generation_call.completed status
      response.image_generation_call.partial_image status
      response.compaction.compacting status
      """;

  private static final String UNPUBLISHED =
      """
      keepalive status
      ping status
      response.heartbeat status
      response.metadata status
      codex.response.metadata status
      responsesapi.websocket_timing status
      response.rate_limits.updated status
      codex.rate_limits status
      response.inject status
      response.inject.created status
      response.inject.failed status
      response.steer.accepted status
      response.steer.pending status
      response.steer.failed status
      response.cancelled status terminal
      response.done status terminal
      response.error status terminal
      response.reasoning_part.added reasoning
      response.reasoning_part.done reasoning terminal
      response.apply_patch_call_operation_diff.delta function_arguments arguments
      response.apply_patch_call_operation_diff.done function_arguments terminal
      response.reasoning.delta reasoning text
      response.reasoning.done reasoning terminal
      response.reasoning_summary.delta reasoning text
      response.reasoning_summary.done reasoning terminal
      response.mcp_call.arguments.delta function_arguments arguments
      response.mcp_call.arguments.done function_arguments terminal
      response.code_interpreter_call.code.delta function_arguments arguments
      response.code_interpreter_call.code.done function_arguments terminal
      """;

  @Test
  void everyTypeHasItsRow() {
    assertThat(PUBLISHED.lines()).hasSize(59);
    String table =
        ResponsesChunkTable.types().stream()
            .map(type -> row(chunk("{'type':'" + type + "','delta':'d','text':'t'}")) + "\n")
            .collect(Collectors.joining());

    assertThat(table).isEqualTo(PUBLISHED + UNPUBLISHED);
  }

  private static String row(Chunk chunk) {
    return chunk.chunkType()
        + " "
        + chunk.partKind().word()
        + ("d".equals(chunk.textDelta()) ? " text" : "")
        + ("d".equals(chunk.argumentsDelta()) ? " arguments" : "")
        + (chunk.isTerminal() ? " terminal" : "");
  }

  @Test
  void aTypeThatIsNotThereIsStatusUnderItsOwnName() {
    assertThat(row(chunk("{'type':'response.dance.started','delta':'d'}")))
        .isEqualTo("response.dance.started status");
    assertThat(row(chunk("{'hello':1}"))).isEqualTo("unknown status");
    assertThat(row(chunk("{'error':{'message':'No.'}}"))).isEqualTo("error status terminal");
    assertThat(row(chunk("{'object':'response','id':'r'}"))).isEqualTo("response status terminal");
  }

  @Test
  void aChunkSaysWhereItBelongs() {
    Frame frame =
        frame(
            "{'type':'response.reasoning_summary_text.delta','sequence_number':9,'output_index':2,"
                + "'item_id':'rs','summary_index':1,'delta':'Hm'}");

    assertThat(chunks(new ConversationOwners(), frame))
        .containsExactly(
            new Chunk(
                PartKind.REASONING,
                "Hm",
                null,
                new Chunk.Place(null, 2L, null, "rs", 9L, Map.of("summary_index", "1")),
                "response.reasoning_summary_text.delta",
                /* isTerminal= */ false,
                frame.data()));
  }

  @Test
  void anItemsChunkNamesTheItem() {
    Chunk chunk =
        chunk(
            "{'type':'response.output_item.added','output_index':0,"
                + "'item':{'id':'fc','type':'function_call','call_id':'c','name':'f'}}");

    assertThat(chunk.place().itemId()).isEqualTo("fc");
    assertThat(chunk.place().origin())
        .isEqualTo(Map.of("item.type", "function_call", "item.call_id", "c", "item.name", "f"));
  }

  @Test
  void whatACommandWroteIsTheTextOfItsChunk() {
    Chunk chunk =
        chunk(
            "{'type':'response.shell_call_output_content.delta','command_index':0,"
                + "'delta':{'stdout':'a','stderr':'b'}}");

    assertThat(chunk.textDelta()).isEqualTo("ab");
  }

  @Test
  void theIdOfTheResponseIsStampedFromItsCreationEvenIfAProxyChangesIt() {
    var owners = new ConversationOwners();
    owners.register("r1", 0, "event-7");

    List<Chunk> chunks =
        chunks(
            owners,
            frame("{'type':'response.created','response':{'id':'r1'}}"),
            frame("{'type':'response.in_progress','response':{'id':'changed'}}"),
            frame("{'type':'response.output_text.delta','output_index':0,'delta':'a'}"),
            frame("{'type':'response.output_text.delta','output_index':1,'delta':'b'}"),
            frame("{'type':'response.created','response':{'id':'r2'}}"),
            frame("{'type':'response.output_text.delta','output_index':0,'delta':'c'}"));

    assertThat(chunks)
        .extracting(c -> c.place().responseId() + " " + c.conversationEventId())
        .containsExactly("r1 null", "r1 null", "r1 event-7", "r1 null", "r2 null", "r2 null");
  }

  @Test
  void aResumedStreamHasNoCreationAndTakesTheIdFromWhereItStands() {
    assertThat(
            chunks(
                new ConversationOwners(),
                frame("{'type':'response.output_text.delta','output_index':0,'delta':'a'}"),
                frame("{'type':'response.completed','response':{'id':'r1'}}")))
        .extracting(c -> c.place().responseId())
        .containsExactly(null, "r1");
  }

  private static Frame frame(String quoted) {
    return new Frame("", "", Bytes.of(ResponsesStream.json(quoted)));
  }

  private static Chunk chunk(String quoted) {
    return chunks(new ConversationOwners(), frame(quoted)).getFirst();
  }

  private static List<Chunk> chunks(ConversationOwners owners, Frame... frames) {
    var decoder = new ChunkDecoder(new ResponsesChunkTable(), owners, Limits.DEFAULT);
    List<Chunk> chunks = new ArrayList<>();
    for (Frame frame : frames) {
      decoder.feed(frame, chunks::add);
    }
    decoder.end(chunks::add);
    return chunks;
  }
}
