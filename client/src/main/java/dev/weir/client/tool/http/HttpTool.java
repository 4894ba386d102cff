package dev.weir.client.tool.http;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.client.tool.http.CappedBody.Beginning;
import dev.weir.client.tool.http.UrlTemplate.Filled;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.ToolSpec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A tool that is an HTTP endpoint. Arguments fill the holes of its URL; what is left goes into the
 * query, or as one JSON object into the body of POST, PUT and PATCH.
 *
 * <p>Redirects are not followed: they could lead anywhere. A status from 300 on is a failed result.
 */
public final class HttpTool implements Tool {
  /** Shared by all tools: the client keeps connections, and a thread that outlives any tool. */
  private static final class Shared {
    static final HttpClient CLIENT =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
  }

  private final ToolSpec spec;
  private final HttpEndpoint endpoint;
  private final UrlTemplate template;

  /** A tool that calls an endpoint with the arguments that its schema describes. */
  public HttpTool(ToolSpec spec, HttpEndpoint endpoint) {
    this.spec = spec;
    this.endpoint = endpoint;
    this.template = new UrlTemplate(endpoint.template());
  }

  @Override
  public ToolSpec spec() {
    return spec;
  }

  @Override
  public ToolResult run(ToolCall call) throws InterruptedException {
    HttpRequest request;
    try {
      request = request(call.arguments());
    } catch (IllegalArgumentException unfit) {
      return ToolResult.failed("The arguments do not fit: " + unfit.getMessage());
    }
    CompletableFuture<HttpResponse<Beginning>> exchange =
        Shared.CLIENT.sendAsync(request, head -> new CappedBody(endpoint.maxBytes()));
    try {
      return result(exchange.get(endpoint.time().toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException late) {
      return ToolResult.failed(
          "%s did not answer within %,d ms".formatted(endpoint, endpoint.time().toMillis()));
    } catch (ExecutionException broken) {
      Throwable why = broken.getCause() == null ? broken : broken.getCause();
      return ToolResult.failed(
          "%s cannot be reached: %s".formatted(endpoint, why.getClass().getSimpleName()));
    } finally {
      exchange.cancel(/* mayInterruptIfRunning= */ true);
    }
  }

  private HttpRequest request(Json arguments) {
    Filled filled = template.fill(arguments);
    var builder =
        HttpRequest.newBuilder(endpoint.hasBody() ? URI.create(filled.url()) : filled.withQuery());
    // Compressed bodies are not asked for, so that the limit applies to what is read.
    builder.setHeader("Accept-Encoding", "identity");
    endpoint.headers().forEach(builder::setHeader);
    if (endpoint.hasBody()) {
      builder.setHeader("Content-Type", "application/json");
      String body = new Json.Fields(filled.rest()).toText();
      return builder.method(endpoint.method(), BodyPublishers.ofString(body)).build();
    }
    return builder.method(endpoint.method(), BodyPublishers.noBody()).build();
  }

  private ToolResult result(HttpResponse<Beginning> response) {
    Beginning body = response.body();
    String text = body.text();
    if (body.isCut()) {
      text += "\n[The answer was cut here: %,d bytes were read.]".formatted(endpoint.maxBytes());
    }
    int status = response.statusCode();
    if (status >= 300 && status < 400) {
      return ToolResult.failed(
          "%s answered with a redirect (%d), which is not followed".formatted(endpoint, status));
    }
    return status < 300
        ? ToolResult.of(text)
        : ToolResult.failed("%s answered %d: %s".formatted(endpoint, status, text));
  }

  @Override
  public String toString() {
    return spec.name() + ": " + endpoint;
  }
}
