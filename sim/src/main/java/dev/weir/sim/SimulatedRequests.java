package dev.weir.sim;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.log.recording.Secrets;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The last requests that came, so that tests can look at them. Shared by threads. */
final class SimulatedRequests {
  /** A load test must not fill the memory. */
  private static final int KEPT = 1_000;

  /** Where tests in any language look at them. */
  private static final String PATH = "/sim/requests";

  private static final String HIDDEN = "***";

  private final Deque<SimulatedRequest> requests = new ArrayDeque<>();

  synchronized void add(SimulatedRequest request) {
    if (requests.size() == KEPT) {
      requests.removeFirst();
    }
    requests.addLast(request);
  }

  /** Those that asked a model and could be read. */
  synchronized List<SimulatedRequest> list() {
    return requests.stream().filter(SimulatedRequest::isRead).toList();
  }

  synchronized void clear() {
    requests.clear();
  }

  /** All requests as JSON, or that they are forgotten; empty if it is another path. */
  Optional<Reply> reply(HttpAsk ask) {
    if (!ask.path().equals(PATH)) {
      return Optional.empty();
    }
    return switch (ask.method()) {
      case "GET" -> Optional.of(Reply.json(/* status= */ 200, toJson()));
      case "DELETE" -> {
        clear();
        yield Optional.of(Reply.json(/* status= */ 200, "{}"));
      }
      default -> Optional.empty();
    };
  }

  private synchronized String toJson() {
    var json = new JsonText().beginObject().name("requests").beginArray();
    for (SimulatedRequest request : requests) {
      json.beginObject().field("at", request.atMillis()).field("method", request.method());
      json.field("path", request.path());
      if (!request.query().isEmpty()) {
        json.field("query", hidden(request, request.query()));
      }
      json.name("headers").beginObject();
      new TreeMap<>(request.headers())
          .forEach((name, value) -> json.field(name, isKey(name) ? HIDDEN : value));
      json.endObject();
      if (!request.model().isEmpty()) {
        json.field("model", request.model());
      }
      body(json, request);
      json.field("status", request.status());
      if (!request.fault().isEmpty()) {
        json.field("fault", request.fault());
      }
      if (!request.problem().isEmpty()) {
        json.field("problem", request.problem());
      }
      json.endObject();
    }
    return json.endArray().endObject().toString();
  }

  /** As it came: as JSON if it is, otherwise as text; what is not text is omitted. */
  private static void body(JsonText json, SimulatedRequest request) {
    boolean isGrpc = request.headers().getOrDefault("content-type", "").contains("grpc");
    if (isGrpc || request.body().isEmpty()) {
      return;
    }
    String body = hidden(request, request.body());
    Json read = AskedJson.of(body);
    json.name("body").value(read.isNull() ? new Json.Text(body) : read);
  }

  private static boolean isKey(String header) {
    return Secrets.isSecretName(header) || header.equals("cookie") || header.endsWith("token");
  }

  /** A text without the keys that the request was sent with. */
  private static String hidden(SimulatedRequest request, String text) {
    var keys = Secrets.inRequest(request.path() + "?" + request.query(), request.headers());
    return new String(keys.hide(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }
}
