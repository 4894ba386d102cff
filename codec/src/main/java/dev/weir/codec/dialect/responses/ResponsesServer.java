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
  private static final String PREVIOUS = "previous_response_id";
  private static final int MAX_REPEATED_CHARS = 32 << 10;
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

  @Override
  public Optional<String> continues(Json body) {
    return Optional.ofNullable(body.get(PREVIOUS).textIfAny());
  }

  /** Reasoning that nobody kept for the provider, and that is not sealed, could not be read. */
  @Override
  public Json continued(Json body, Json asked, Json answered) {
    List<Json> items = new ArrayList<>(items(asked.get("input")));
    boolean isForgotten = asked.get("store").equals(new Json.Bool(false));
    for (Json item : answered.get("output").items()) {
      boolean isReasoning = item.get("type").textOrEmpty().equals("reasoning");
      boolean isBare = item.get("encrypted_content").textIfAny() == null;
      if (!(isReasoning && isBare && isForgotten)
          && !item.get("status").textOrEmpty().equals("incomplete")) {
        items.add(item);
      }
    }
    items.addAll(items(body.get("input")));
    Map<String, Json> fields = new LinkedHashMap<>(body.fields());
    fields.remove(PREVIOUS);
    fields.put("input", new Json.Items(items));
    return new Json.Fields(fields);
  }

  private static List<Json> items(Json input) {
    if (input.text() == null) {
      return input.items();
    }
    Map<String, Json> said = new LinkedHashMap<>();
    said.put("role", new Json.Text("user"));
    said.put("content", input);
    return List.of(new Json.Fields(said));
  }

  /** Long ones are left out: they would be repeated in three events. */
  @Override
  public Json repeated(Json body) {
    Map<String, Json> repeated = new LinkedHashMap<>();
    body.fields()
        .forEach((name, value) -> {
          boolean isSaid = ResponsesFields.REPEATED.contains(name) && !value.isNull();
          if (isSaid && value.toText().length() <= MAX_REPEATED_CHARS) {
            repeated.put(name, value);
          }
        });
    return new Json.Fields(repeated);
  }

  @Override
  public boolean isInBackground(Json body) {
    return body.get("background").isTrue();
  }

  @Override
  public Json inForeground(Json body) {
    Map<String, Json> fields = new LinkedHashMap<>(body.fields());
    fields.remove("background");
    return new Json.Fields(fields);
  }

  @Override
  public List<String> unofferedPaths() {
    return List.of(path() + "/compact");
  }
}
