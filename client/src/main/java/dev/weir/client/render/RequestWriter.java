package dev.weir.client.render;

import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.ClientSide;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
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
    return withOptions(
        client(provider).write(request, model, provider.style()), new Json.Fields(options));
  }

  private static ClientSide client(Provider provider) {
    return provider
        .dialect()
        .clientSide()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "Weir reads %s but does not ask in it; ask %s in another dialect"
                    .formatted(provider.dialect().word(), provider.name())));
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
