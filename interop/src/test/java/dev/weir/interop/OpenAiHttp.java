package dev.weir.interop;

import com.openai.client.OpenAIClient;
import com.openai.client.OpenAIClientImpl;
import com.openai.core.ClientOptions;
import com.openai.core.RequestOptions;
import com.openai.core.http.Headers;
import com.openai.core.http.HttpClient;
import com.openai.core.http.HttpRequest;
import com.openai.core.http.HttpResponse;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/** The world as openai-java sees it: every request is answered with the same bytes. */
final class OpenAiHttp implements HttpClient {
  private final byte[] answer;

  private OpenAiHttp(byte[] answer) {
    this.answer = answer;
  }

  static OpenAIClient client(byte[] answer) {
    return new OpenAIClientImpl(
        ClientOptions.builder().httpClient(new OpenAiHttp(answer)).apiKey("none").build());
  }

  @Override
  public HttpResponse execute(HttpRequest request, RequestOptions options) {
    return new HttpResponse() {
      @Override
      public int statusCode() {
        return 200;
      }

      @Override
      public Headers headers() {
        return Headers.builder().put("content-type", "text/event-stream").build();
      }

      @Override
      public InputStream body() {
        return new ByteArrayInputStream(answer);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public CompletableFuture<HttpResponse> executeAsync(HttpRequest request, RequestOptions options) {
    return CompletableFuture.completedFuture(execute(request, options));
  }

  @Override
  public void close() {}
}
