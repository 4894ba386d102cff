package dev.weir.interop;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.AnthropicClientImpl;
import com.anthropic.core.ClientOptions;
import com.anthropic.core.RequestOptions;
import com.anthropic.core.http.Headers;
import com.anthropic.core.http.HttpClient;
import com.anthropic.core.http.HttpRequest;
import com.anthropic.core.http.HttpResponse;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/** The world as anthropic-java sees it: every request is answered with the same bytes. */
final class AnthropicHttp implements HttpClient {
  private final byte[] answer;

  private AnthropicHttp(byte[] answer) {
    this.answer = answer;
  }

  static AnthropicClient client(byte[] answer) {
    return new AnthropicClientImpl(
        ClientOptions.builder().httpClient(new AnthropicHttp(answer)).build());
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
