package dev.weir.codec.dialect.chat;

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
import java.util.List;
import java.util.Optional;

/** OpenAI Chat as a server speaks it. Its list of models is that of Responses as well. */
final class ChatServer implements ServerSide {

  @Override
  public String path() {
    return "/v1/chat/completions";
  }

  @Override
  public Optional<Endpoint> endpoint(String path, String query) {
    return path.endsWith("/chat/completions")
        ? Optional.of(new Endpoint("", /* streams= */ false, StreamForm.EVENTS))
        : Optional.empty();
  }

  @Override
  public List<InfoPath> infoPaths() {
    return List.of(
        InfoPath.list("/v1", "/models", ChatServer::models),
        InfoPath.one("GET", "/v1/models/MODEL", ChatServer::one));
  }

  private static String models(List<String> names, long createdSeconds) {
    var json = new JsonText().beginObject().field("object", "list");
    return InfoPath.each(json, "data", names, (model, name) -> model(model, name, createdSeconds))
        .endObject()
        .toString();
  }

  private static String one(String name, long createdSeconds) {
    var json = new JsonText().beginObject();
    model(json, name, createdSeconds);
    return json.endObject().toString();
  }

  private static void model(JsonText json, String name, long createdSeconds) {
    json.field("id", name).field("object", "model");
    json.field("created", createdSeconds).field("owned_by", "weir");
  }

  @Override
  public void check(Json body) {
    ChatRules.check(body);
  }

  @Override
  public ReadRequest read(Json body, Endpoint endpoint) {
    return ChatRequestReader.read(body, endpoint);
  }

  @Override
  public Json inOwnForm(Json body) {
    return FlatTools.nested(body);
  }

  @Override
  public boolean wantsUsage(Json body) {
    return body.get("stream_options").get("include_usage").isTrue();
  }

  @Override
  public String whole(List<StreamEvent> events, EventSource source, EncodeOptions options) {
    var encoder = new ChatEncoder(options.withUsage(true), source);
    return ChatWhole.of(Encoding.frames(encoder, events));
  }

  @Override
  public ErrorAnswer error(int status, String message) {
    return ErrorAnswer.openAi(status, message);
  }

  @Override
  public ReasoningCarrier reasoningCarrier() {
    return ReasoningCarrier.DETAILS;
  }

  @Override
  public Frame errorFrame(String message, long sequenceNumber) {
    return Frame.data(error(/* status= */ 529, message).body());
  }

  @Override
  public String responseId(String key) {
    return "chatcmpl-" + key;
  }
}
