package dev.weir.cli.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.provider.Provider;
import dev.weir.client.route.Route;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The models that a provider says it has, at this moment. */
public final class ModelList {
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final int MAX_BYTES = 8 << 20;
  private static final int OK = 200;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, MAX_BYTES);

  private ModelList() {}

  /**
   * Asks a provider; for a route, lists the models of its steps, in order.
   *
   * @throws IllegalArgumentException if it does not say; the message says why
   */
  static List<String> of(Partner partner) {
    Route route = partner.route();
    return route == null
        ? of(partner.provider())
        : route.steps().stream()
            .map(step -> "%s of %s".formatted(step.modelName(), step.provider().name()))
            .toList();
  }

  /**
   * Asks a provider.
   *
   * @throws IllegalArgumentException if it does not tell; the message says why
   */
  public static List<String> of(Provider provider) {
    String path = path(provider.dialect());
    if (path == null || provider.signer() != null) {
      throw new IllegalArgumentException(
          "%s lists its models only where you manage it; /model NAME takes any"
              .formatted(provider.name()));
    }
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      URI url = provider.url(path);
      HttpRequest.Builder request = HttpRequest.newBuilder(url).timeout(PATIENCE);
      provider.headers().forEach(request::setHeader);
      provider.keyHeaders().forEach(request::setHeader);
      if (provider.dialect().equals(Dialects.ANTHROPIC)) {
        request.setHeader("anthropic-version", "2023-06-01");
      }
      HttpResponse<InputStream> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      String body;
      try (InputStream in = response.body()) {
        body = new String(in.readNBytes(MAX_BYTES), UTF_8);
      }
      if (response.statusCode() != OK) {
        throw new IllegalArgumentException(
            "%s does not list its models: HTTP %d"
                .formatted(provider.name(), response.statusCode()));
      }
      return names(READER.read(body));
    } catch (IOException | JsonException failed) {
      throw new IllegalArgumentException(
          provider.hideSecretsIn(
              "%s does not list its models: %s"
                  .formatted(
                      provider.name(),
                      failed.getMessage() == null ? "nothing answers there" : failed.getMessage())),
          failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalArgumentException("interrupted", stopped);
    }
  }

  private static @Nullable String path(Dialect dialect) {
    if (dialect.equals(Dialects.OLLAMA)) {
      return "/api/tags";
    }
    if (dialect.equals(Dialects.COHERE)) {
      return "/v1/models?page_size=1000";
    }
    if (dialect.equals(Dialects.GEMINI)) {
      return "/models?pageSize=1000";
    }
    if (dialect.equals(Dialects.ANTHROPIC)) {
      return "/models?limit=1000";
    }
    return dialect.equals(Dialects.OPENAI_CHAT) || dialect.equals(Dialects.OPENAI_RESPONSES)
        ? "/models"
        : null;
  }

  /** The shapes differ little: a list under {@code data} or {@code models}, of ids or names. */
  static List<String> names(Json list) {
    Json models = list.has("data") ? list.get("data") : list.get("models");
    return models.items().stream()
        .map(model -> {
          String id = model.get("id").textIfAny();
          String name = id == null ? model.get("name").textOrEmpty() : id;
          return name.startsWith("models/") ? name.substring("models/".length()) : name;
        })
        .filter(name -> !name.isEmpty())
        .sorted()
        .distinct()
        .toList();
  }
}
