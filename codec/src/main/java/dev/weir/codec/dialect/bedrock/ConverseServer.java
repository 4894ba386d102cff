package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.awsstream.AwsStreamEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.PathText;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.dialect.WholeAnswer;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.ReadRequest;
import dev.weir.event.Response.Block;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Bedrock Converse as a server speaks it; Weir does not write its streams. */
final class ConverseServer implements ServerSide {
  private static final String WHOLE = "/converse";
  private static final String STREAM = "/converse-stream";

  /** Messages of the event stream are binary, and nothing can come between two of them. */
  static final StreamForm FORM =
      new StreamForm("application/vnd.amazon.eventstream", AwsStreamEncoder::new, /* idle= */ "");

  @Override
  public String path() {
    return "/model/MODEL" + STREAM;
  }

  @Override
  public Optional<Endpoint> endpoint(String path, String query) {
    boolean streams = path.endsWith(STREAM);
    if (!streams && !path.endsWith(WHOLE)) {
      return Optional.empty();
    }
    String model = PathText.lastSegment(path.substring(0, path.lastIndexOf('/')));
    return Optional.of(new Endpoint(model, streams, FORM));
  }

  @Override
  public void check(Json body) {
    ConverseRules.check(body);
  }

  @Override
  public ReadRequest read(Json body, Endpoint endpoint) {
    return ConverseRequestReader.read(body, endpoint);
  }

  @Override
  public String whole(List<StreamEvent> events, EventSource source, EncodeOptions options) {
    WholeAnswer answer = WholeAnswer.of(events);
    var json = new JsonText().beginObject();
    json.name("output").beginObject().name("message").beginObject();
    json.field("role", "assistant").name("content").beginArray();
    answer.response().blocks().forEach(block -> content(json, block));
    json.endArray().endObject().endObject();
    json.field(
        "stopReason", answer.finish("end_turn", "max_tokens", "tool_use", "content_filtered"));
    ConverseUsage.write(json.name("usage"), answer.usage());
    json.name("metrics").beginObject().field("latencyMs", 0).endObject();
    return json.endObject().toString();
  }

  private static void content(JsonText json, Block block) {
    json.beginObject();
    switch (block.kind()) {
      case REASONING -> {
        String seal = block.reasoning() == null ? null : block.reasoning().signature();
        json.name("reasoningContent").beginObject().name("reasoningText").beginObject();
        json.field("text", block.text()).fieldIfAny("signature", seal).endObject().endObject();
      }
      case TOOL_CALL -> {
        json.name("toolUse").beginObject().fieldIfAny("toolUseId", block.id());
        json.fieldIfAny("name", block.name()).name("input").value(WholeAnswer.arguments(block));
        json.endObject();
      }
      case TEXT, REFUSAL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> json.field("text", block.text());
    }
    json.endObject();
  }

  @Override
  public ErrorAnswer error(int status, String message) {
    ErrorAnswer plain = ErrorAnswer.plain(status, "message", message);
    return new ErrorAnswer(status, Map.of("x-amzn-errortype", type(status)), plain.body());
  }

  private static String type(int status) {
    return switch (status) {
      case 400, 422 -> "ValidationException";
      case 401, 403 -> "AccessDeniedException";
      case 404 -> "ResourceNotFoundException";
      case 429 -> "ThrottlingException";
      case 503, 529 -> "ServiceUnavailableException";
      default -> "InternalServerException";
    };
  }

  @Override
  public Frame errorFrame(String message, long sequenceNumber) {
    return new Frame(
        AwsStreamDecoder.EXCEPTION + "serviceUnavailableException",
        "",
        Bytes.of(error(/* status= */ 529, message).body()));
  }

  @Override
  public ReasoningCarrier reasoningCarrier() {
    return ReasoningCarrier.SIGNATURE;
  }
}
