package dev.weir.bench.peer;

import com.anthropic.client.AnthropicClientImpl;
import com.anthropic.core.ClientOptions;
import com.anthropic.core.RequestOptions;
import com.anthropic.core.http.Headers;
import com.anthropic.core.http.HttpClient;
import com.anthropic.core.http.HttpRequest;
import com.anthropic.core.http.HttpResponse;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawContentBlockDelta;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.TextDelta;
import dev.weir.bench.stream.ProviderStream;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/** Anthropic's own library, with an HTTP client that answers from memory. */
public final class AnthropicJava {
  private AnthropicJava() {}

  public static Peer messages(ProviderStream stream) {
    var client =
        new AnthropicClientImpl(
            ClientOptions.builder().httpClient(new FromMemory(stream.bytes())).build());
    var request =
        MessageCreateParams.builder()
            .model("claude-sonnet-4-6")
            .maxTokens(1024)
            .addUserMessage("Go.")
            .build();
    return sink -> {
      try (var response = client.messages().createStreaming(request)) {
        response.stream().forEach(event -> sink.take(event, text(event)));
      }
    };
  }

  private static String text(RawMessageStreamEvent event) {
    return event.contentBlockDelta().map(block -> text(block.delta())).orElse("");
  }

  private static String text(RawContentBlockDelta delta) {
    if (delta.isInputJson()) {
      return delta.asInputJson().partialJson();
    }
    if (delta.isThinking()) {
      return delta.asThinking().thinking();
    }
    return delta.text().map(TextDelta::text).orElse("");
  }

  private static final class FromMemory implements HttpClient {
    private final byte[] body;

    FromMemory(byte[] body) {
      this.body = body;
    }

    @Override
    public HttpResponse execute(HttpRequest request, RequestOptions options) {
      return new Ok(new ByteArrayInputStream(body));
    }

    @Override
    public CompletableFuture<HttpResponse> executeAsync(
        HttpRequest request, RequestOptions options) {
      return CompletableFuture.completedFuture(execute(request, options));
    }

    @Override
    public void close() {}
  }

  private record Ok(InputStream body) implements HttpResponse {
    private static final Headers HEADERS =
        Headers.builder().put("content-type", "text/event-stream").build();

    @Override
    public int statusCode() {
      return 200;
    }

    @Override
    public Headers headers() {
      return HEADERS;
    }

    @Override
    public void close() {}
  }
}
