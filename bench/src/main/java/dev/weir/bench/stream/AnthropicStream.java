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
    return create(Content.TEXT, deltas);
  }

  public static ProviderStream create(Content content) {
    return create(content, ProviderStream.DELTAS);
  }

  private static ProviderStream create(Content content, int deltas) {
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
        {"type":"content_block_start","index":0,"content_block":%s   }\
        """
            .formatted(block(content)));
    out.event("ping", "{\"type\": \"ping\"}");
    for (int i = 0; i < deltas; i++) {
      String blanks = " ".repeat(texts.below(4) == 0 ? 0 : 1 + texts.below(MAX_BLANKS));
      String piece = content.piece(texts.next(), i, deltas);
      out.event("content_block_delta", delta(content, out.delta(piece), blanks));
    }
    if (content == Content.REASONING) {
      out.event(
          "content_block_delta",
          """
          {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta",\
          "signature":"EqMDCkYIBBgCKkBs3r7Kq"}   }\
          """);
    }
    out.event("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0         }");
    out.event(
        "message_delta",
        """
        {"type":"message_delta","delta":{"stop_reason":"%s","stop_sequence":null},\
        "usage":{"input_tokens":21,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,\
        "output_tokens":%d}           }\
        """
            .formatted(
                content == Content.ARGUMENTS ? "tool_use" : "end_turn",
                Math.max(1, deltas) * Texts.Mix.ANTHROPIC.meanTokens()));
    out.event("message_stop", "{\"type\":\"message_stop\"              }");
    return out.toStream();
  }

  /** One delta, as it travels. */
  public static String frame(String text) {
    return "event: content_block_delta\ndata: %s\n\n"
        .formatted(delta(Content.TEXT, text, /* blanks= */ ""));
  }

  private static String block(Content content) {
    return switch (content) {
      case TEXT -> "{\"type\":\"text\",\"text\":\"\"}";
      case ARGUMENTS ->
          "{\"type\":\"tool_use\",\"id\":\"toolu_01Vb7\",\"name\":\"write\",\"input\":{}}";
      case REASONING -> "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}";
    };
  }

  private static String delta(Content content, String escaped, String blanks) {
    String typeAndField =
        switch (content) {
          case TEXT -> "\"text_delta\",\"text\"";
          case ARGUMENTS -> "\"input_json_delta\",\"partial_json\"";
          case REASONING -> "\"thinking_delta\",\"thinking\"";
        };
    return """
    {"type":"content_block_delta","index":0,"delta":{"type":%s:"%s"}%s}\
    """
        .formatted(typeAndField, escaped, blanks);
  }
}
