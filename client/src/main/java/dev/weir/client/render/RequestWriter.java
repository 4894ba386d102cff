package dev.weir.client.render;

import dev.weir.client.provider.Provider;
import dev.weir.client.request.Request;
import dev.weir.codec.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes requests in the dialect of a provider. */
public final class RequestWriter {
  private RequestWriter() {}

  /** One dialect. The body is without the vendor's own options, which are put in afterwards. */
  interface Dialected {
    Rendered write(Request request, String modelName, Provider provider);
  }

  /**
   * Writes a request.
   *
   * @throws IllegalArgumentException if the provider cannot be asked this
   */
  public static Rendered write(Request request, Provider provider) {
    String model = request.modelName() == null ? provider.defaultModel() : request.modelName();
    if (model == null) {
      throw new IllegalArgumentException(
          "No model named for %s; name one in the request, or a default one for the provider"
              .formatted(provider.name()));
    }
    if (request.messages().isEmpty()) {
      throw new IllegalArgumentException("The request has no message; add at least one");
    }
    Map<String, Json> options = new LinkedHashMap<>(provider.options());
    options.putAll(request.vendorOptions());
    return withOptions(writer(provider).write(request, model, provider), new Json.Fields(options));
  }

  private static Dialected writer(Provider provider) {
    return switch (provider.dialect()) {
      case OPENAI_RESPONSES -> new ResponsesWriter();
      case OPENAI_CHAT -> new ChatWriter();
      case ANTHROPIC -> new AnthropicWriter();
      case GEMINI -> new GeminiWriter();
      case BEDROCK -> new ConverseWriter();
      case OLLAMA -> new OllamaWriter();
      case COHERE -> new CohereWriter();
      case XAI -> new XaiWriter();
      case GEMINI_INTERACTIONS ->
          throw new IllegalArgumentException(
              "Weir reads gemini-interactions but does not ask in it; ask %s in gemini"
                  .formatted(provider.name()));
    };
  }

  private static Rendered withOptions(Rendered rendered, Json options) {
    Rendered fallback = rendered.fallback();
    return new Rendered(
        rendered.path(),
        rendered.headers(),
        Tree.merged(rendered.body(), options),
        fallback == null ? null : withOptions(fallback, options));
  }
}
