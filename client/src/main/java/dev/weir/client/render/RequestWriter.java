package dev.weir.client.render;

import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.anthropic.AnthropicRequestWriter;
import dev.weir.codec.dialect.bedrock.ConverseRequestWriter;
import dev.weir.codec.dialect.chat.ChatRequestWriter;
import dev.weir.codec.dialect.cohere.CohereRequestWriter;
import dev.weir.codec.dialect.gemini.GeminiRequestWriter;
import dev.weir.codec.dialect.ollama.OllamaRequestWriter;
import dev.weir.codec.dialect.responses.ResponsesRequestWriter;
import dev.weir.codec.dialect.xai.XaiRequestWriter;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes requests in the dialect of a provider. */
public final class RequestWriter {
  private RequestWriter() {}

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
    return withOptions(inDialect(request, model, provider), new Json.Fields(options));
  }

  private static Rendered inDialect(Request request, String model, Provider provider) {
    Style style = provider.style();
    return switch (provider.dialect()) {
      case OPENAI_RESPONSES -> ResponsesRequestWriter.write(request, model, style);
      case OPENAI_CHAT -> ChatRequestWriter.write(request, model, style);
      case ANTHROPIC -> AnthropicRequestWriter.write(request, model, style);
      case GEMINI -> GeminiRequestWriter.write(request, model, style);
      case BEDROCK -> ConverseRequestWriter.write(request, model, style);
      case OLLAMA -> OllamaRequestWriter.write(request, model, style);
      case COHERE -> CohereRequestWriter.write(request, model, style);
      case XAI -> XaiRequestWriter.write(request, model, style);
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
