package dev.weir.bench.peer;

import com.openai.client.OpenAIClient;
import com.openai.client.OpenAIClientImpl;
import com.openai.core.ClientOptions;
import com.openai.core.RequestOptions;
import com.openai.core.http.Headers;
import com.openai.core.http.HttpClient;
import com.openai.core.http.HttpRequest;
import com.openai.core.http.HttpResponse;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStreamEvent;
import com.openai.models.responses.ResponseTextDeltaEvent;
import dev.weir.bench.stream.ProviderStream;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/** OpenAI's own library, with an HTTP client that answers from memory. */
public final class OpenAiJava {
  private OpenAiJava() {}

  public static Peer chat(ProviderStream stream) {
    OpenAIClient client = client(stream);
    var request =
        ChatCompletionCreateParams.builder().model("gpt-4o-mini").addUserMessage("Go.").build();
    return sink -> {
      try (var response = client.chat().completions().createStreaming(request)) {
        response.stream().forEach(chunk -> sink.take(chunk, text(chunk)));
      }
    };
  }

  private static String text(ChatCompletionChunk chunk) {
    var choices = chunk.choices();
    if (choices.isEmpty()) {
      return "";
    }
    var delta = choices.get(0).delta();
    return delta.content().orElseGet(() -> arguments(delta));
  }

  private static String arguments(ChatCompletionChunk.Choice.Delta delta) {
    return delta
        .toolCalls()
        .flatMap(calls -> calls.get(0).function())
        .flatMap(ChatCompletionChunk.Choice.Delta.ToolCall.Function::arguments)
        .orElse("");
  }

  public static Peer responses(ProviderStream stream) {
    OpenAIClient client = client(stream);
    var request = ResponseCreateParams.builder().model("gpt-5.4").input("Go.").build();
    return sink -> {
      try (var response = client.responses().createStreaming(request)) {
        response.stream().forEach(event -> sink.take(event, text(event)));
      }
    };
  }

  private static String text(ResponseStreamEvent event) {
    if (event.isFunctionCallArgumentsDelta()) {
      return event.asFunctionCallArgumentsDelta().delta();
    }
    if (event.isReasoningSummaryTextDelta()) {
      return event.asReasoningSummaryTextDelta().delta();
    }
    return event.outputTextDelta().map(ResponseTextDeltaEvent::delta).orElse("");
  }

  private static OpenAIClient client(ProviderStream stream) {
    return new OpenAIClientImpl(
        ClientOptions.builder().apiKey("none").httpClient(new FromMemory(stream.bytes())).build());
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
