package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import java.util.Arrays;

/** The beginning of an answer in each dialect, by which the text «Hé» has come. */
enum DialectSample {
  RESPONSES(
      "openai-responses",
      """
      data: {"type":"response.created","sequence_number":0,"response":{"id":"r1","model":"m","status":"in_progress","output":[]}}

      data: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"message","id":"m1","role":"assistant","content":[]}}

      data: {"type":"response.content_part.added","sequence_number":2,"output_index":0,"content_index":0,"item_id":"m1","part":{"type":"output_text","text":"","annotations":[]}}

      data: {"type":"response.output_text.delta","sequence_number":3,"output_index":0,"content_index":0,"item_id":"m1","delta":"Hé"}

      """),
  CHAT(
      "openai-chat",
      """
      data: {"id":"r1","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hé"}}]}

      """),
  ANTHROPIC(
      "anthropic",
      """
      event: message_start
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}

      event: content_block_start
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

      event: content_block_delta
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hé"}}

      """),
  GEMINI(
      "gemini",
      """
      data: {"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"Hé"}]}}],"responseId":"r1","modelVersion":"m"}

      """),
  BEDROCK(
      "bedrock",
      """
      {"messageStart":{"role":"assistant"}}
      {"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"Hé"}}}
      """),
  OLLAMA(
      "ollama",
      """
      {"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"Hé"},"done":false}
      """),
  COHERE(
      "cohere",
      """
      data: {"type":"message-start","id":"r1","delta":{"message":{"role":"assistant"}}}

      data: {"type":"content-start","index":0,"delta":{"message":{"content":{"type":"text","text":""}}}}

      data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"Hé"}}}}

      """);

  private final String dialect;
  private final String head;

  DialectSample(String dialect, String head) {
    this.dialect = dialect;
    this.head = head;
  }

  Dialect dialect() {
    return Dialects.named(dialect);
  }

  byte[] head() {
    return head.getBytes(UTF_8);
  }

  /** Cut in the middle of the character that has two bytes. */
  byte[] headCutInACharacter() {
    byte[] bytes = head();
    int at = 0;
    while ((bytes[at] & 0xff) != 0xc3) {
      at++;
    }
    return Arrays.copyOf(bytes, at + 1);
  }
}
