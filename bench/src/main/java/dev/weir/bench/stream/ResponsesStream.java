package dev.weir.bench.stream;

/**
 * OpenAI Responses: event names, sequence numbers, obfuscation on each delta, and the whole text
 * again in the three {@code done} events and in {@code response.completed}.
 */
public final class ResponsesStream {
  private static final int PADDED_CHARS = 16;
  private static final String ITEM = "msg_0a41d7c2e95b386f0069b2c4d81e7081939f5e6a7b8c9d0e1f";

  private final StreamText out = new StreamText("\n");
  private final Texts texts = new Texts(/* seed= */ 2, /* meanTokens= */ 1);
  private int sequenceNumber;

  private ResponsesStream() {}

  public static ProviderStream create() {
    return new ResponsesStream().write();
  }

  private ProviderStream write() {
    event("response.created", "\"response\":" + response("in_progress", "", "null"));
    event("response.in_progress", "\"response\":" + response("in_progress", "", "null"));
    event("response.output_item.added", "\"output_index\":0,\"item\":" + item("in_progress", ""));
    event("response.content_part.added", place() + ",\"part\":" + part(""));
    for (int i = 0; i < ProviderStream.DELTAS; i++) {
      String text = texts.next();
      event(
          "response.output_text.delta",
          place()
              + ",\"delta\":\"%s\",\"logprobs\":[],\"obfuscation\":\"%s\""
                  .formatted(
                      out.delta(text), texts.noise(Math.max(1, PADDED_CHARS - text.length()))));
    }
    String whole = out.wholeText();
    event("response.output_text.done", place() + ",\"text\":\"" + whole + "\",\"logprobs\":[]");
    event("response.content_part.done", place() + ",\"part\":" + part(whole));
    String item = item("completed", part(whole));
    event("response.output_item.done", "\"output_index\":0,\"item\":" + item);
    event("response.completed", "\"response\":" + response("completed", item, usage()));
    return out.toStream();
  }

  private void event(String type, String fields) {
    out.event(
        type,
        "{\"type\":\"%s\",\"sequence_number\":%d,%s}".formatted(type, sequenceNumber++, fields));
  }

  private static String place() {
    return "\"item_id\":\"" + ITEM + "\",\"output_index\":0,\"content_index\":0";
  }

  private static String part(String text) {
    return "{\"type\":\"output_text\",\"annotations\":[],\"logprobs\":[],\"text\":\""
        + text
        + "\"}";
  }

  private static String item(String status, String content) {
    return "{\"id\":\"%s\",\"type\":\"message\",\"status\":\"%s\",\"content\":[%s],\"role\":\"assistant\"}"
        .formatted(ITEM, status, content);
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
