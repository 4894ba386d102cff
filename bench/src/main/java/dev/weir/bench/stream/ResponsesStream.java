package dev.weir.bench.stream;

/**
 * OpenAI Responses: event names, sequence numbers, obfuscation on each delta, and the whole text
 * again in the three {@code done} events and in {@code response.completed}.
 */
public final class ResponsesStream {
  private static final int PADDED_CHARS = 16;
  private static final String ITEM = "msg_0a41d7c2e95b386f0069b2c4d81e7081939f5e6a7b8c9d0e1f";

  private final StreamText out = new StreamText("\n");
  private final Texts texts = new Texts(/* seed= */ 2, Texts.Mix.OPENAI);
  private int sequenceNumber;

  private final Content content;

  private ResponsesStream(Content content) {
    this.content = content;
  }

  public static ProviderStream create() {
    return create(Content.TEXT);
  }

  public static ProviderStream create(Content content) {
    return new ResponsesStream(content).write();
  }

  private ProviderStream write() {
    event("response.created", "\"response\":" + response("in_progress", "", "null"));
    event("response.in_progress", "\"response\":" + response("in_progress", "", "null"));
    event("response.output_item.added", "\"output_index\":0,\"item\":" + item("in_progress", ""));
    part("added", "");
    for (int i = 0; i < ProviderStream.DELTAS; i++) {
      String text = texts.next();
      event(
          type() + ".delta",
          place()
              + ",\"delta\":\"%s\"%s,\"obfuscation\":\"%s\""
                  .formatted(
                      out.delta(content.piece(text, i, ProviderStream.DELTAS)),
                      logprobs(),
                      texts.noise(Math.max(1, PADDED_CHARS - text.length()))));
    }
    String whole = out.wholeText();
    String field = content == Content.ARGUMENTS ? "arguments" : "text";
    event(type() + ".done", place() + ",\"%s\":\"%s\"%s".formatted(field, whole, logprobs()));
    part("done", whole);
    String item = item("completed", whole);
    event("response.output_item.done", "\"output_index\":0,\"item\":" + item);
    event("response.completed", "\"response\":" + response("completed", item, usage()));
    return out.toStream();
  }

  private void event(String type, String fields) {
    out.event(
        type,
        "{\"type\":\"%s\",\"sequence_number\":%d,%s}".formatted(type, sequenceNumber++, fields));
  }

  private String type() {
    return switch (content) {
      case TEXT -> "response.output_text";
      case ARGUMENTS -> "response.function_call_arguments";
      case REASONING -> "response.reasoning_summary_text";
    };
  }

  private String place() {
    String item = "\"item_id\":\"" + ITEM + "\",\"output_index\":0";
    return switch (content) {
      case TEXT -> item + ",\"content_index\":0";
      case ARGUMENTS -> item;
      case REASONING -> item + ",\"summary_index\":0";
    };
  }

  private String logprobs() {
    return content == Content.TEXT ? ",\"logprobs\":[]" : "";
  }

  private void part(String done, String text) {
    switch (content) {
      case TEXT -> event("response.content_part." + done, place() + ",\"part\":" + part(text));
      case ARGUMENTS -> {}
      case REASONING ->
          event("response.reasoning_summary_part." + done, place() + ",\"part\":" + part(text));
    }
  }

  private String part(String text) {
    return content == Content.TEXT
        ? "{\"type\":\"output_text\",\"annotations\":[],\"logprobs\":[],\"text\":\"%s\"}"
            .formatted(text)
        : "{\"type\":\"summary_text\",\"text\":\"%s\"}".formatted(text);
  }

  private String item(String status, String text) {
    String parts = text.isEmpty() || content == Content.ARGUMENTS ? "" : part(text);
    String fields =
        switch (content) {
          case TEXT ->
              "\"type\":\"message\",\"status\":\"%s\",\"content\":[%s],\"role\":\"assistant\""
                  .formatted(status, parts);
          case ARGUMENTS ->
              "\"type\":\"function_call\",\"status\":\"%s\",\"arguments\":\"%s\",\"call_id\":\"call_Vb7\",\"name\":\"write\""
                  .formatted(status, text);
          case REASONING -> "\"type\":\"reasoning\",\"summary\":[%s]".formatted(parts);
        };
    return "{\"id\":\"%s\",%s}".formatted(ITEM, fields);
  }

  private static String usage() {
    return """
    {"input_tokens":36,"input_tokens_details":{"cached_tokens":0},"output_tokens":%d,\
    "output_tokens_details":{"reasoning_tokens":0},"total_tokens":%d}\
    """
        .formatted(ProviderStream.DELTAS, ProviderStream.DELTAS + 36);
  }

  private static String response(String status, String output, String usage) {
    return """
    {"id":"resp_0a41d7c2e95b386f0069b2c4d7a3b88193b1d2e3f4a5b6c7d8","object":"response",\
    "created_at":1794700000,"status":"%s","background":false,"completed_at":null,"error":null,\
    "frequency_penalty":0.0,"incomplete_details":null,"instructions":null,\
    "max_output_tokens":null,"max_tool_calls":null,"model":"gpt-5.4-2026-03-05","output":[%s],\
    "parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,\
    "prompt_cache_key":null,"prompt_cache_retention":null,\
    "reasoning":{"effort":"none","summary":null},"safety_identifier":null,\
    "service_tier":"default","store":true,"temperature":1.0,\
    "text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tools":[],\
    "top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":%s,"user":null,\
    "metadata":{}}\
    """
        .formatted(status, output, usage);
  }
}
