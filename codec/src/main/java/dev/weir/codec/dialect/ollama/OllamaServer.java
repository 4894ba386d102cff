package dev.weir.codec.dialect.ollama;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.InfoPath;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.ReadRequest;
import dev.weir.event.StreamEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Ollama as a server speaks it: it streams unless it is told not to. */
final class OllamaServer implements ServerSide {
  private static final String GENERATE = "/api/generate";

  /** Clients check it: they do not send their tools to older versions. */
  private static final String VERSION = "{\"version\":\"0.12.0\"}";

  @Override
  public String path() {
    return "/api/chat";
  }

  @Override
  public Optional<Endpoint> endpoint(String path, String query) {
    if (path.endsWith(GENERATE)) {
      return Optional.of(new Endpoint("", /* streams= */ true, OllamaGenerate.FORM));
    }
    return path.endsWith("/api/chat")
        ? Optional.of(new Endpoint("", /* streams= */ true, StreamForm.LINES))
        : Optional.empty();
  }

  @Override
  public List<String> paths() {
    return List.of(path(), GENERATE);
  }

  @Override
  public Json asked(Json body) {
    return OllamaGenerate.asChat(body);
  }

  @Override
  public String whole(String answer, StreamForm form) {
    return form.equals(OllamaGenerate.FORM) ? OllamaGenerate.line(answer) : answer;
  }

  @Override
  public List<InfoPath> infoPaths() {
    return List.of(
        InfoPath.list("", "/api/tags", OllamaServer::models),
        InfoPath.list("", "/api/version", (models, created) -> VERSION),
        InfoPath.list("", "/api/ps", (models, created) -> "{\"models\":[]}"),
        InfoPath.one("POST", "/api/show", OllamaServer::show));
  }

  private static String models(List<String> names, long createdSeconds) {
    String created = Instant.ofEpochSecond(createdSeconds).toString();
    return InfoPath.each(
            new JsonText().beginObject(),
            "models",
            names,
            (model, name) ->
                model
                    .field("name", name)
                    .field("model", name)
                    .field("modified_at", created)
                    .field("size", 0))
        .endObject()
        .toString();
  }

  private static String show(String name, long createdSeconds) {
    var json = new JsonText().beginObject();
    json.field("modified_at", Instant.ofEpochSecond(createdSeconds).toString());
    json.field("template", "").field("parameters", "").name("details").beginObject();
    json.field("format", "weir").field("family", "weir").endObject();
    json.name("model_info").beginObject().field("general.architecture", "weir");
    json.field("general.basename", name).endObject();
    json.name("capabilities").beginArray().value("completion").value("tools").value("thinking");
    return json.endArray().endObject().toString();
  }

  @Override
  public ReadRequest read(Json body, Endpoint endpoint) {
    return OllamaRequestReader.read(body, endpoint);
  }

  @Override
  public String whole(List<StreamEvent> events, EventSource source, EncodeOptions options) {
    var encoder = new OllamaEncoder(options.withUsage(true), source);
    return OllamaWhole.of(Encoding.frames(encoder, events));
  }

  @Override
  public ErrorAnswer error(int status, String message) {
    return ErrorAnswer.plain(status, "error", message);
  }

  @Override
  public Frame errorFrame(String message, long sequenceNumber) {
    return Frame.data(error(/* status= */ 529, message).body());
  }
}
