package dev.weir.bench.stream;

/**
 * Anthropic messages: event names, a ping, several tokens in a delta, and the blanks with which
 * three of four deltas are padded before their last brace.
 */
public final class AnthropicStream {
  private static final int MAX_BLANKS = 15;

  private AnthropicStream() {}

  public static ProviderStream create() {
    return create(ProviderStream.DELTAS);
  }

  public static ProviderStream create(int deltas) {
    var out = new StreamText("\n");
    var texts = new Texts(/* seed= */ 3, Texts.Mix.ANTHROPIC);
    out.event(
        "message_start",
        """
        {"type":"message_start","message":{"model":"claude-sonnet-4-6",\
        "id":"msg_01TqXv7cPbN3dKfW9sLmRgYz","type":"message","role":"assistant","content":[],\
        "stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":21,\
        "cache_creation_input_tokens":0,"cache_read_input_tokens":0,\
        "cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},\
        "output_tokens":1,"service_tier":"standard"}}    }\
        """);
    out.event(
        "content_block_start",
        """
        {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}   }\
        """);
    out.event("ping", "{\"type\": \"ping\"}");
    for (int i = 0; i < deltas; i++) {
      String blanks = " ".repeat(texts.below(4) == 0 ? 0 : 1 + texts.below(MAX_BLANKS));
      out.event("content_block_delta", delta(out.delta(texts.next()), blanks));
    }
    out.event("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0         }");
    out.event(
        "message_delta",
        """
        {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},\
        "usage":{"input_tokens":21,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,\
        "output_tokens":%d}           }\
        """
            .formatted(Math.max(1, deltas) * Texts.Mix.ANTHROPIC.meanTokens()));
    out.event("message_stop", "{\"type\":\"message_stop\"              }");
    return out.toStream();
  }

  /** One delta, as it travels. */
  public static String frame(String text) {
    return "event: content_block_delta\ndata: %s\n\n".formatted(delta(text, /* blanks= */ ""));
  }

  private static String delta(String text, String blanks) {
    return """
    {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"%s"}%s}\
    """
        .formatted(text, blanks);
  }
}
