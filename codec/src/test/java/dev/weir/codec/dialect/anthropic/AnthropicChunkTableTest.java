package dev.weir.codec.dialect.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.json.JsonReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicChunkTableTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 50, 1 << 20);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      nullValues = "-",
      textBlock =
          """
          {"type":"message_start","message":{"id":"m"}}                                                    | status             | -    | -   | false
          {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}               | status             | -    | -   | false
          {"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":"x"}} | reasoning          | -    | -   | false
          {"type":"content_block_start","index":0,"content_block":{"type":"web_search_tool_result","content":[]}} | tool_output | []   | -   | false
          {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}                | assistant          | a    | -   | false
          {"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{}}}        | assistant          | -    | -   | false
          {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"b"}}        | reasoning          | b    | -   | false
          {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}      | reasoning          | -    | -   | false
          {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{"}}  | function_arguments | -    | {   | false
          {"type":"content_block_delta","index":0,"delta":{"type":"compaction_delta","content":"c"}}       | tool_output        | c    | -   | false
          {"type":"content_block_delta","index":0,"delta":{"type":"new_delta","text":"a"}}                 | status             | -    | -   | false
          {"type":"content_block_stop","index":0}                                                          | status             | -    | -   | true
          {"type":"message_delta","delta":{"stop_reason":"end_turn"}}                                      | status             | -    | -   | true
          {"type":"message_delta","usage":{}}                                                              | status             | -    | -   | false
          {"type":"message_stop"}                                                                          | status             | -    | -   | true
          {"type":"error","error":{"type":"api_error"}}                                                    | status             | -    | -   | true
          {"type":"ping"}                                                                                  | status             | -    | -   | false
          {"type":"something_new"}                                                                         | status             | -    | -   | false
          """)
  void everyEventHasItsKind(
      String json, String kind, String text, String arguments, boolean isTerminal) {
    Chunk chunk = new AnthropicChunkTable().classify(Frame.data(json), READER.read(json));
    assertThat(chunk.partKind().word()).isEqualTo(kind);
    assertThat(chunk.textDelta()).isEqualTo(text);
    assertThat(chunk.argumentsDelta()).isEqualTo(arguments);
    assertThat(chunk.isTerminal()).isEqualTo(isTerminal);
    assertThat(json).contains("\"type\":\"" + chunk.chunkType() + "\"");
    assertThat(chunk.rawChunk()).hasToString(json);
  }
}
