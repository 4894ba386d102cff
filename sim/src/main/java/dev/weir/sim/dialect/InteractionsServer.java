package dev.weir.sim.dialect;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.dialect.WholeAnswer;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.ReadRequest;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.Optional;

/** Gemini Interactions as a server speaks it. */
final class InteractionsServer implements ServerSide {
  private static final ServerSide GOOGLE = Dialects.GEMINI.serverSide().orElseThrow();
  private static final int MAX_DEPTH = 200;

  @Override
  public String path() {
    return "/v1beta/interactions";
  }

  @Override
  public Optional<Endpoint> endpoint(String path, String query) {
    return path.endsWith("/interactions")
        ? Optional.of(new Endpoint("", /* streams= */ false, StreamForm.EVENTS))
        : Optional.empty();
  }

  @Override
  public ReadRequest read(Json body, Endpoint endpoint) {
    return Dialects.GEMINI_INTERACTIONS.requestReader().orElseThrow().read(body, endpoint);
  }

  @Override
  public String whole(List<StreamEvent> events, EventSource source, EncodeOptions options) {
    WholeAnswer answer = WholeAnswer.of(events);
    String next =
        Dialects.GEMINI_INTERACTIONS.clientSide().orElseThrow().nextRequest(answer.response());
    Json steps = new JsonReader(MAX_DEPTH, next.length() + 1).read(next).get("input");
    var usage =
        new Tree()
            .putIfAny("total_input_tokens", answer.usage().inputTokens())
            .putIfAny("total_output_tokens", answer.usage().outputTokens());
    return Tree.of("id", answer.id())
        .put("object", "interaction")
        .put("model", answer.model())
        .put("status", answer.finish("completed", "incomplete", "requires_action", "failed"))
        .put("steps", steps)
        .put("usage", usage)
        .json()
        .toText();
  }

  @Override
  public ErrorAnswer error(int status, String message) {
    return GOOGLE.error(status, message);
  }

  static Tree error(String message) {
    return new Tree().put("error", Tree.of("code", "unavailable").put("message", message));
  }

  @Override
  public Frame errorFrame(String message, long sequenceNumber) {
    Tree event = error(message).put("event_type", "error");
    return new Frame("error", "", Bytes.of(event.json().toText()));
  }

  @Override
  public String responseId(String key) {
    return "v1_" + key;
  }

  @Override
  public ReasoningCarrier reasoningCarrier() {
    return ReasoningCarrier.SIGNATURE;
  }
}
