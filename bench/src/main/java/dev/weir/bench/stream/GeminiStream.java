package dev.weir.bench.stream;

/**
 * Gemini with {@code alt=sse}: CRLF, a blank after each colon, a sentence or two in a chunk, and
 * beside each the usage so far.
 */
public final class GeminiStream {
  private static final int MEAN_TOKENS = 25;

  private GeminiStream() {}

  public static ProviderStream create() {
    var out = new StreamText("\r\n");
    var texts = new Texts(/* seed= */ 4, MEAN_TOKENS);
    int tokens = 0;
    for (int i = 0; i < ProviderStream.DELTAS; i++) {
      tokens += 1 + texts.below(2 * MEAN_TOKENS);
      boolean isLast = i == ProviderStream.DELTAS - 1;
      out.data(
          """
          {"candidates": [{"content": {"parts": [{"text": "%s"}],"role": "model"},%s"index": 0}],\
          "usageMetadata": {"promptTokenCount": 16,"candidatesTokenCount": %d,\
          "totalTokenCount": %d,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 16}]},\
          "modelVersion": "gemini-2.5-flash","responseId": "kLewaLq8Nu3T_uMPx5bYgQc"}\
          """
              .formatted(
                  out.delta(texts.next()),
                  isLast ? "\"finishReason\": \"STOP\"," : "",
                  tokens,
                  tokens + 16));
    }
    return out.toStream();
  }
}
