package dev.weir.client.render;

import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.ClientSide;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.OnLoss;
import dev.weir.codec.request.OriginalRequest;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes requests in the dialect of a provider. */
public final class RequestWriter {
  /** The fields of a request that are not up to its client: who answers, and that it streams. */
  private static final List<String> OURS = List.of("model", "stream", "stream_options");

  private RequestWriter() {}

  /**
   * Writes a request, which itself says what may be lost.
   *
   * @throws IllegalArgumentException if the provider cannot be asked this, or would be asked
   *     something else
   */
  public static Rendered write(Request request, Provider provider) {
    return write(request, provider, request.onLoss());
  }

  /**
   * Writes a request.
   *
   * @throws IllegalArgumentException if the provider cannot be asked this, or would be asked
   *     something else
   */
  public static Rendered write(Request request, Provider provider, OnLoss onLoss) {
    String model = request.modelName() == null ? provider.defaultModel() : request.modelName();
    if (model == null) {
      throw new IllegalArgumentException(
          "No model named for %s; name one in the request, or a default one for the provider"
              .formatted(provider.name()));
    }
    OriginalRequest original = request.original();
    if (original != null && original.dialect().equals(provider.dialect().word())) {
      return withHeaders(straight(original, model, provider), provider, request);
    }
    if (request.messages().isEmpty()) {
      throw new IllegalArgumentException("The request has no message; add at least one");
    }
    Map<String, Json> options = new LinkedHashMap<>(provider.options());
    options.putAll(request.vendorOptions());
    Rendered rendered = client(provider).write(request, model, provider.style());
    onLoss.check(rendered.leftOut());
    return withHeaders(withOptions(rendered, new Json.Fields(options)), provider, request);
  }

  /** What a client wrote in the provider's own dialect; only who answers and streaming change. */
  private static Rendered straight(OriginalRequest original, String model, Provider provider) {
    Rendered plain = client(provider).write(Request.of("?"), model, provider.style());
    Map<String, Json> ours = new LinkedHashMap<>();
    for (String name : OURS) {
      if (plain.body().has(name)) {
        ours.put(name, plain.body().get(name));
      }
    }
    Json options = new Json.Fields(provider.options());
    Json body = Tree.merged(Tree.merged(options, original.body()), new Json.Fields(ours));
    Map<String, String> headers = new LinkedHashMap<>(plain.headers());
    headers.putAll(original.headers());
    return new Rendered(plain.path(), headers, body);
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

  private static Rendered withHeaders(Rendered rendered, Provider provider, Request request) {
    return rendered.withHeaders(provider.headers()).withHeaders(request.headers());
  }

  private static Rendered withOptions(Rendered rendered, Json options) {
    Rendered fallback = rendered.fallback();
    return rendered
        .withBody(Tree.merged(rendered.body(), options))
        .withFallback(fallback == null ? null : withOptions(fallback, options));
  }
}
