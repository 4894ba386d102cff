package dev.weir.codec.dialect.responses;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.ReadRequest;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** OpenAI Responses as a server speaks it. */
final class ResponsesServer implements ServerSide {
  private static final String ID = "resp_";
  private static final Usage ZEROS = new Usage(0L, 0L, 0L, 0L, 0L);

  @Override
  public String path() {
    return "/v1/responses";
  }

  @Override
  public Optional<Endpoint> endpoint(String path, String query) {
    return path.endsWith("/responses")
        ? Optional.of(new Endpoint("", /* streams= */ false, StreamForm.EVENTS))
        : Optional.empty();
  }

  @Override
  public ReadRequest read(Json body, Endpoint endpoint) {
    return ResponsesRequestReader.read(body, endpoint);
  }

  @Override
  public void check(Json body) {
    ResponsesRules.check(body);
  }

  /** A stream repeats the whole response at its end. */
  @Override
  public String whole(List<StreamEvent> events, EventSource source, EncodeOptions options) {
    var encoder = new ResponsesEncoder(options, source);
    List<Frame> frames = new ArrayList<>();
    boolean isCancelled = false;
    for (StreamEvent event : events) {
      isCancelled |= event instanceof ResponseEnd end && end.verdict() == Verdict.CANCELLED;
      encoder.accept(ended(event), frames::add);
    }
    Json last = Json.Null.NULL;
    for (Frame frame : frames) {
      Json chunk = ProviderJson.object(frame.data().toString());
      last = chunk != null && chunk.has("response") ? chunk.get("response") : last;
    }
    return (isCancelled ? cancelled(last) : last).toText();
  }

  /** An answer that is not whole is written as failed: the encoder has no other word for it. */
  private static StreamEvent ended(StreamEvent event) {
    return event instanceof ResponseEnd end && !end.verdict().isNatural()
        ? new ResponseEnd(Verdict.FAILED, "failed", end.usage(), end.passUsage(), end.reasoning())
        : event;
  }

  private static Json cancelled(Json failed) {
    Map<String, Json> fields = new LinkedHashMap<>(failed.fields());
    fields.put("status", new Json.Text("cancelled"));
    fields.put("error", Json.Null.NULL);
    return new Json.Fields(fields);
  }

  @Override
  public Optional<String> responseKey(String id) {
    return id.startsWith(ID) ? Optional.of(id.substring(ID.length())) : Optional.empty();
  }

  @Override
  public ErrorAnswer error(int status, String message) {
    return ErrorAnswer.openAi(status, message);
  }

  @Override
  public Frame errorFrame(String message, long sequenceNumber) {
    var json = new JsonText().beginObject().field("type", "error");
    json.field("code", ErrorAnswer.type(529)).field("message", message).fieldOrNull("param", null);
    json.field("sequence_number", sequenceNumber).endObject();
    return new Frame("error", "", Bytes.of(json.toString()));
  }

  @Override
  public boolean keepsResponses() {
    return true;
  }

  @Override
  public String responseId(String key) {
    return ID + key;
  }

  @Override
  public ReasoningCarrier reasoningCarrier() {
    return ReasoningCarrier.ENCRYPTED;
  }

  @Override
  public Usage fullUsage(Usage known) {
    return ZEROS.updatedBy(known);
  }
}
