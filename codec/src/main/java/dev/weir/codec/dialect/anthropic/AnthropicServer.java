package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.InfoPath;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.ReadRequest;
import dev.weir.event.StreamEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Anthropic Messages as a server speaks it. */
final class AnthropicServer implements ServerSide {
  /** Headers that only its clients send, where a path is shared. */
  private static final List<String> HEADERS = List.of("anthropic-version", "x-api-key");

  /** Its clients know the dialect's own ping, and ignore it. */
  static final StreamForm FORM =
      StreamForm.EVENTS.withIdle("event: ping\ndata: {\"type\": \"ping\"}\n\n");

  @Override
  public String path() {
    return "/v1/messages";
  }

  @Override
  public Optional<Endpoint> endpoint(String path, String query) {
    return path.endsWith("/messages")
        ? Optional.of(new Endpoint("", /* streams= */ false, FORM))
        : Optional.empty();
  }

  @Override
  public List<InfoPath> infoPaths() {
    return List.of(
        InfoPath.list("/v1", "/models", AnthropicServer::models).meantBy(HEADERS),
        InfoPath.one("GET", "/v1/models/MODEL", AnthropicServer::one).meantBy(HEADERS));
  }

  private static String models(List<String> names, long createdSeconds) {
    var json =
        InfoPath.each(
            new JsonText().beginObject(),
            "data",
            names,
            (model, name) -> model(model, name, createdSeconds));
    json.field("has_more", false);
    json.fieldOrNull("first_id", names.isEmpty() ? null : names.getFirst());
    json.fieldOrNull("last_id", names.isEmpty() ? null : names.getLast());
    return json.endObject().toString();
  }

  private static String one(String name, long createdSeconds) {
    var json = new JsonText().beginObject();
    model(json, name, createdSeconds);
    return json.endObject().toString();
  }

  private static void model(JsonText json, String name, long createdSeconds) {
    json.field("type", "model").field("id", name).field("display_name", name);
    json.field("created_at", Instant.ofEpochSecond(createdSeconds).toString());
  }

  @Override
  public void check(Json body) {
    AnthropicRules.check(body);
  }

  @Override
  public ReadRequest read(Json body, Endpoint endpoint) {
    return AnthropicRequestReader.read(body, endpoint);
  }

  @Override
  public String whole(List<StreamEvent> events, EventSource source, EncodeOptions options) {
    var encoder = new AnthropicEncoder(options.withUsage(true), source);
    return AnthropicWhole.of(Encoding.frames(encoder, events));
  }

  @Override
  public ErrorAnswer error(int status, String message) {
    var json = new JsonText().beginObject().field("type", "error").name("error").beginObject();
    json.field("type", ErrorAnswer.type(status)).field("message", message);
    return new ErrorAnswer(status, json.endObject().endObject().toString());
  }

  @Override
  public Frame errorFrame(String message, long sequenceNumber) {
    return new Frame("error", "", Bytes.of(error(/* status= */ 529, message).body()));
  }

  @Override
  public List<String> requiredFields() {
    return List.of("max_tokens");
  }

  @Override
  public List<String> requestHeaders() {
    return List.of("anthropic-beta", "anthropic-version");
  }

  @Override
  public String responseId(String key) {
    return "msg_" + key;
  }

  @Override
  public ReasoningCarrier reasoningCarrier() {
    return ReasoningCarrier.SIGNATURE;
  }
}
