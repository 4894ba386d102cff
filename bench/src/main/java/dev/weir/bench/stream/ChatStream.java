package dev.weir.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * OpenAI chat chunks: an opening chunk with the role, one token per chunk, obfuscation that pads
 * each delta to sixteen characters, then the finish, the usage and {@code [DONE]}.
 */
public final class ChatStream {
  private static final int PADDED_CHARS = 16;

  private ChatStream() {}

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
    var texts = new Texts(/* seed= */ 1, Texts.Mix.OPENAI);
    chunk(
        out,
        choice("{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}", "null"),
        "null",
        texts.noise(8));
    if (content == Content.ARGUMENTS) {
      chunk(
          out,
          choice(
              call("\"id\":\"call_Vb7\",\"type\":\"function\",", "\"name\":\"write\",", ""),
              "null"),
          "null",
          texts.noise(8));
    }
    for (int i = 0; i < deltas; i++) {
      String text = texts.next();
      String padding = texts.noise(Math.max(1, PADDED_CHARS - text.length()));
      String delta = delta(content, out.delta(content.piece(text, i, deltas)));
      chunk(out, choice(delta, "null"), "null", padding);
    }
    String finish = content == Content.ARGUMENTS ? "\"tool_calls\"" : "\"stop\"";
    chunk(out, choice("{}", finish), "null", texts.noise(5));
    String usage =
        """
        {"prompt_tokens":67,"completion_tokens":%d,"total_tokens":%d,\
        "prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},\
        "completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,\
        "accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}\
        """
            .formatted(deltas, 67 + deltas);
    chunk(out, "", usage, texts.noise(11));
    out.data("[DONE]");
    return out.toStream();
  }

  private static String delta(Content content, String escaped) {
    return switch (content) {
      case TEXT -> "{\"content\":\"" + escaped + "\"}";
      case ARGUMENTS -> call("", "", escaped);
      // As DeepSeek, Qwen and many others send it; OpenAI itself sends none here.
      case REASONING -> "{\"reasoning_content\":\"" + escaped + "\"}";
    };
  }

  private static String call(String names, String name, String arguments) {
    return "{\"tool_calls\":[{\"index\":0,%s\"function\":{%s\"arguments\":\"%s\"}}]}"
        .formatted(names, name, arguments);
  }

  /** One chunk with a text as a frame, for a response that is made while it is sent. */
  public static String frame(String text) {
    var out = new StreamText("\n");
    chunk(out, choice("{\"content\":\"" + out.delta(text) + "\"}", "null"), "null", "x");
    return new String(out.toStream().bytes(), UTF_8);
  }

  /** A response of a single content chunk of about that many bytes. */
  public static ProviderStream oneChunk(int bytes) {
    var out = new StreamText("\n");
    String text = out.delta("river ".repeat(bytes / "river ".length()));
    chunk(out, choice("{\"content\":\"" + text + "\"}", "\"stop\""), "null", "x");
    return out.toStream();
  }

  /** Reasoning whose details repeat its text in every chunk, as OpenRouter sends it. */
  public static ProviderStream details(int deltas) {
    var out = new StreamText("\n");
    var texts = new Texts(/* seed= */ 1, Texts.Mix.OPENAI);
    for (int i = 0; i < deltas; i++) {
      String text = out.delta(texts.next());
      String details = "{\"type\":\"reasoning.text\",\"text\":\"" + text + "\",\"index\":0}";
      String delta = "{\"reasoning\":\"" + text + "\",\"reasoning_details\":[" + details + "]}";
      chunk(out, choice(delta, "null"), "null", "x");
    }
    chunk(out, choice("{}", "\"stop\""), "null", "x");
    return out.toStream();
  }

  private static String choice(String delta, String finish) {
    return """
    {"index":0,"delta":%s,"logprobs":null,"finish_reason":%s}\
    """
        .formatted(delta, finish);
  }

  private static void chunk(StreamText out, String choices, String usage, String padding) {
    out.data(
        """
        {"id":"chatcmpl-EkQ2v0dGx7MZ1sYbT4nRwC8uJpL3f","object":"chat.completion.chunk",\
        "created":1794700000,"model":"gpt-4o-mini-2024-07-18","service_tier":"default",\
        "system_fingerprint":"fp_6f1c2a9b47","choices":[%s],"usage":%s,"obfuscation":"%s"}\
        """
            .formatted(choices, usage, padding));
  }
}
