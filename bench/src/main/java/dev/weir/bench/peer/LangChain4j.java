package dev.weir.bench.peer;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiResponsesStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.weir.bench.stream.ProviderStream;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** LangChain4j's streaming models, with an HTTP client that answers from memory at once. */
public final class LangChain4j {
  private LangChain4j() {}

  public static Peer chat(ProviderStream stream) {
    return peer(
        OpenAiStreamingChatModel.builder()
            .apiKey("none")
            .modelName("gpt-4o-mini")
            .returnThinking(true)
            .httpClientBuilder(new FromMemory(stream.bytes()))
            .build());
  }

  public static Peer responses(ProviderStream stream) {
    return peer(
        OpenAiResponsesStreamingChatModel.builder()
            .apiKey("none")
            .modelName("gpt-5.4")
            .httpClientBuilder(new FromMemory(stream.bytes()))
            .build());
  }

  public static Peer anthropic(ProviderStream stream) {
    return peer(
        AnthropicStreamingChatModel.builder()
            .apiKey("none")
            .modelName("claude-sonnet-4-6")
            .returnThinking(true)
            .httpClientBuilder(new FromMemory(stream.bytes()))
            .build());
  }

  private static Peer peer(StreamingChatModel model) {
    return sink -> model.chat("Go.", new ToSink(sink));
  }

  private record ToSink(Sink sink) implements StreamingChatResponseHandler {
    @Override
    public void onPartialResponse(String text) {
      sink.take(text, text);
    }

    @Override
    public void onPartialThinking(PartialThinking thinking) {
      sink.take(thinking, thinking.text());
    }

    @Override
    public void onPartialToolCall(PartialToolCall call) {
      sink.take(call, call.partialArguments());
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
      sink.take(response, "");
    }

    @Override
    public void onError(Throwable error) {
      throw new IllegalStateException(error);
    }
  }

  private static final class FromMemory implements HttpClientBuilder, HttpClient {
    private static final Map<String, List<String>> HEADERS =
        Map.of("content-type", List.of("text/event-stream"));

    private final byte[] body;

    FromMemory(byte[] body) {
      this.body = body;
    }

    @Override
    public HttpClient build() {
      return this;
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
      throw new UnsupportedOperationException("Only streams are measured");
    }

    @Override
    public void execute(
        HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
      listener.onOpen(SuccessfulHttpResponse.builder().statusCode(200).headers(HEADERS).build());
      parser.parse(new ByteArrayInputStream(body), listener);
      listener.onClose();
    }

    @Override
    public @Nullable Duration connectTimeout() {
      return null;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
      return this;
    }

    @Override
    public @Nullable Duration readTimeout() {
      return null;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
      return this;
    }
  }
}
