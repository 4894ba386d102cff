package dev.weir.codec.dialect.gemini;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.InfoPath;
import dev.weir.codec.dialect.PathText;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.ReadRequest;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.Optional;

/** Gemini as a server speaks it: the path names the model and says whether to stream. */
final class GeminiServer implements ServerSide {
  private static final String MODELS = "/models/";
  private static final String BASE = "/v1beta/";

  @Override
  public String path() {
    return "/v1beta/models/MODEL:streamGenerateContent";
  }

  @Override
  public Optional<Endpoint> endpoint(String path, String query) {
    int verb = path.lastIndexOf(':');
    if (verb < path.lastIndexOf('/')) {
      return Optional.empty();
    }
    String model = model(path.substring(0, verb));
    boolean isArray = !("&" + query).contains("&alt=sse");
    return switch (path.substring(verb + 1)) {
      case "streamGenerateContent" ->
          Optional.of(
              new Endpoint(
                  model, /* streams= */ true, isArray ? StreamForm.ARRAY : StreamForm.CRLF_EVENTS));
      case "generateContent" ->
          Optional.of(new Endpoint(model, /* streams= */ false, StreamForm.CRLF_EVENTS));
      default -> Optional.empty();
    };
  }

  /**
   * What follows {@code /models/}, slashes included: a gateway's model names may have one. Clients
   * that take such a name for a whole path omit that prefix.
   */
  private static String model(String path) {
    int at = path.lastIndexOf(MODELS);
    if (at >= 0) {
      return PathText.decoded(path.substring(at + MODELS.length()));
    }
    int base = path.indexOf(BASE);
    return base < 0
        ? PathText.lastSegment(path)
        : PathText.decoded(path.substring(base + BASE.length()));
  }

  @Override
  public List<String> paths() {
    return List.of(
        path(),
        "/v1beta/models/MODEL:generateContent",
        "/v1beta/MODEL:streamGenerateContent",
        "/v1beta/MODEL:generateContent");
  }

  @Override
  public List<InfoPath> infoPaths() {
    return List.of(
        InfoPath.list("", "/v1beta/models", GeminiServer::models),
        InfoPath.one("GET", "/v1beta/models/MODEL", (name, created) -> one(name)));
  }

  private static String one(String name) {
    var json = new JsonText().beginObject();
    model(json, name);
    return json.endObject().toString();
  }

  private static String models(List<String> names, long createdSeconds) {
    return InfoPath.each(new JsonText().beginObject(), "models", names, GeminiServer::model)
        .endObject()
        .toString();
  }

  private static void model(JsonText json, String name) {
    json.field("name", "models/" + name).field("displayName", name);
    json.name("supportedGenerationMethods").beginArray();
    json.value("generateContent").value("streamGenerateContent").value("countTokens").endArray();
  }

  @Override
  public void check(Json body) {
    GeminiRules.check(body);
  }

  @Override
  public ReadRequest read(Json body, Endpoint endpoint) {
    return GeminiRequestReader.read(body, endpoint);
  }

  @Override
  public String whole(List<StreamEvent> events, EventSource source, EncodeOptions options) {
    var encoder = new GeminiEncoder(options.withUsage(true), source);
    return GeminiWhole.of(Encoding.frames(encoder, events));
  }

  @Override
  public ErrorAnswer error(int status, String message) {
    var json = new JsonText().beginObject().name("error").beginObject();
    json.field("code", status).field("message", message).field("status", word(status));
    return new ErrorAnswer(status, json.endObject().endObject().toString());
  }

  private static String word(int status) {
    return switch (status) {
      case 400 -> "INVALID_ARGUMENT";
      case 401 -> "UNAUTHENTICATED";
      case 403 -> "PERMISSION_DENIED";
      case 404 -> "NOT_FOUND";
      case 429 -> "RESOURCE_EXHAUSTED";
      case 503, 529 -> "UNAVAILABLE";
      case 504 -> "DEADLINE_EXCEEDED";
      default -> status < 500 ? "INVALID_ARGUMENT" : "INTERNAL";
    };
  }

  @Override
  public Frame errorFrame(String message, long sequenceNumber) {
    return Frame.data(error(/* status= */ 529, message).body());
  }

  @Override
  public ReasoningCarrier reasoningCarrier() {
    return ReasoningCarrier.NEXT_PART;
  }
}
