package dev.weir.bench.client;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;

/** OpenAI's own library with the HTTP client that it comes with, on virtual threads. */
final class OpenAiClient implements Client {
  private final OpenAIClient client;

  OpenAiClient(Target target) {
    var builder = OpenAIOkHttpClient.builder().apiKey("none").baseUrl(target.url()).maxRetries(0);
    if (target.isHttp2()) {
      builder
          .sslSocketFactory(target.certificate().context().getSocketFactory())
          .trustManager(target.certificate().trust());
    }
    this.client = builder.build();
  }

  @Override
  public int pieces(PacedChat chat) {
    return chat.stream().deltas();
  }

  @Override
  public void open(String model, Progress.Stream stream) {
    Thread.ofVirtual().start(() -> loop(model, stream));
  }

  private void loop(String model, Progress.Stream stream) {
    var request =
        ChatCompletionCreateParams.builder()
            .model(model)
            .addUserMessage("How long is the river?")
            .build();
    try (var response = client.chat().completions().createStreaming(request)) {
      response.stream().forEach(chunk -> stream.came(hasText(chunk) ? 1 : 0));
      stream.ended(null);
    } catch (RuntimeException problem) {
      // Whatever it is, the run has failed with it.
      stream.ended(problem.toString());
    }
  }

  private static boolean hasText(ChatCompletionChunk chunk) {
    var choices = chunk.choices();
    return !choices.isEmpty() && !choices.get(0).delta().content().orElse("").isEmpty();
  }
}
