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
import dev.weir.codec.read.Field;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.StreamEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gemini Interactions as a server speaks it. Of requests it reads what can choose an answer: who
 * said what, which tools there are and what they gave, and the settings that a script can tell
 * apart.
 */
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
    Field fields = Field.body(body);
    Request.Builder request = Request.builder().modelName(fields.get("model").textIfAny());
    String told = fields.get("system_instruction").textIfAny();
    if (told != null) {
      request.message(new Message.Instruction(told));
    }
    Field input = fields.get("input");
    if (input.isText()) {
      request.message(Message.user(input.text()));
    } else {
      input.items().forEach(step -> step(step.object(), request));
    }
    for (Field tool : fields.get("tools").itemsIfAny()) {
      String name = tool.get("name").textIfAny();
      if (name != null) {
        request.tool(new ToolSpec(name, "", tool.get("parameters").json()));
      }
    }
    settings(body, request);
    return new ReadRequest(request.build(), Boolean.TRUE.equals(fields.get("stream").flagIfAny()));
  }

  private static void settings(Json body, Request.Builder request) {
    Json format = body.get("response_format");
    if (format.get("schema").isObject()) {
      request.format(new OutputFormat.JsonSchema(OutputFormat.UNNAMED, format.get("schema")));
    } else if ("application/json".equals(format.get("mime_type").text())) {
      request.format(new OutputFormat.AnyJson());
    }
    Json config = body.get("generation_config");
    Long most = config.get("max_output_tokens").number();
    request.maxOutputTokens(most == null ? null : (Integer) Math.toIntExact(most));
    Json choice = config.get("tool_choice");
    Json among = choice.get("allowed_tools");
    String mode = among.isNull() ? choice.text() : among.get("mode").text();
    if (mode != null) {
      List<String> names = among.get("tools").items().stream().map(Json::textOrEmpty).toList();
      request.toolChoice(
          new ToolChoice(
              switch (mode) {
                case "none" -> ToolChoice.Mode.NONE;
                case "any" -> ToolChoice.Mode.REQUIRED;
                default -> ToolChoice.Mode.AUTO;
              },
              names));
    }
  }

  private static void step(Field step, Request.Builder request) {
    Field type = step.get("type");
    switch (type.text()) {
      case "user_input" -> user(step, request);
      case "model_output" -> {
        StringBuilder said = new StringBuilder();
        step.get("content").itemsOrOne().forEach(c -> said.append(c.get("text").textOrEmpty()));
        request.message(new Message.Assistant(said.toString()));
      }
      // A call is the model speaking: what tools gave before it has been answered.
      case "function_call" -> request.message(new Message.Assistant(""));
      case "thought" -> {}
      default -> throw type.wrong("user_input, model_output, function_call or thought");
    }
  }

  private static void user(Field step, Request.Builder request) {
    List<ToolOutput> given = new ArrayList<>();
    List<Content> said = new ArrayList<>();
    for (Field content : step.get("content").itemsOrOne()) {
      if (content.get("type").is("function_result")) {
        Json result = content.get("result").json();
        String text = result.text();
        given.add(
            new ToolOutput(
                content.get("call_id").textIfAny(),
                content.get("name").textOrEmpty(),
                text == null ? result.toText() : text,
                Boolean.TRUE.equals(content.get("is_error").flagIfAny())));
      } else if (content.get("type").is("text")) {
        said.add(new Content.Text(content.get("text").text()));
      }
    }
    if (!given.isEmpty()) {
      request.message(new Message.ToolOutputs(given));
    }
    if (!said.isEmpty()) {
      request.message(new Message.User(said));
    }
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
