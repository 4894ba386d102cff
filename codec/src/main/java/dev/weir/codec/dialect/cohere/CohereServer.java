package dev.weir.codec.dialect.cohere;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.dialect.WholeAnswer;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.ReadRequest;
import dev.weir.event.BlockKind;
import dev.weir.event.Response.Block;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.Optional;

/** Cohere's chat, version 2, as a server speaks it; Weir does not write its streams. */
final class CohereServer implements ServerSide {

  @Override
  public String path() {
    return "/v2/chat";
  }

  @Override
  public Optional<Endpoint> endpoint(String path, String query) {
    return path.endsWith("/v2/chat")
        ? Optional.of(new Endpoint("", /* streams= */ false, StreamForm.EVENTS))
        : Optional.empty();
  }

  @Override
  public ReadRequest read(Json body, Endpoint endpoint) {
    return CohereRequestReader.read(body, endpoint);
  }

  @Override
  public String whole(List<StreamEvent> events, EventSource source, EncodeOptions options) {
    WholeAnswer answer = WholeAnswer.of(events);
    var json = new JsonText().beginObject().field("id", answer.id());
    json.field(
        "finish_reason", answer.finish("COMPLETE", "MAX_TOKENS", "TOOL_CALL", "ERROR_TOXIC"));
    json.name("message").beginObject().field("role", "assistant");
    json.name("content").beginArray();
    for (Block block : answer.response().blocks()) {
      if (block.kind() != BlockKind.TOOL_CALL) {
        String type = block.kind() == BlockKind.REASONING ? "thinking" : "text";
        json.beginObject().field("type", type).field(type, block.text()).endObject();
      }
    }
    json.endArray();
    answer.functionCalls(json, /* argumentsAsText= */ true);
    json.endObject().name("usage").beginObject().name("tokens").beginObject();
    answer.counts(json, "input_tokens", "output_tokens");
    return json.endObject().endObject().endObject().toString();
  }

  @Override
  public ErrorAnswer error(int status, String message) {
    return ErrorAnswer.plain(status, "message", message);
  }

  @Override
  public Frame errorFrame(String message, long sequenceNumber) {
    return Frame.data(error(/* status= */ 529, message).body());
  }
}
