package dev.weir.xai;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Thinking;
import dev.weir.xai.proto.GetChatCompletionChunk;
import dev.weir.xai.proto.GetCompletionsRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads requests to xAI's chat service, by the JSON form of their protobuf messages. */
public final class XaiRequestReader {
  private static final Endpoint STREAMS =
      new Endpoint("", /* streams= */ true, new XaiDialect().streamForm());

  private XaiRequestReader() {}

  /**
   * Reads a request.
   *
   * @param message the protobuf message
   * @throws BadRequestException if it is not one of this service
   */
  public static ReadRequest read(byte[] message) {
    try {
      return read(ProtoJson.of(GetCompletionsRequest.parseFrom(message)));
    } catch (InvalidProtocolBufferException notOne) {
      throw new BadRequestException(
          "", "the request is not a protobuf message: " + notOne.getMessage());
    }
  }

  private static ReadRequest read(Json json) {
    var parts = new RequestParts(XaiDialect.WORD, json);
    parts.take("messages").itemsIfAny().forEach(message -> message(message, parts));
    tools(parts);
    thinking(parts);
    format(parts);
    parts.temperature(parts.take("temperature"));
    parts.topP(parts.take("top_p"));
    parts.penalties(parts.take("frequency_penalty"), parts.take("presence_penalty"));
    parts.seed(parts.take("seed"));
    parts.stopTexts(parts.take("stop"));
    parts.maxOutputTokens(parts.take("max_tokens"));
    return parts.done(STREAMS);
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    if (message.get("content").isAbsent()) {
      // As the service says it.
      throw new BadRequestException(
          message.path(), "Each message must have at least one content element.");
    }
    String text = ChatParts.text(message.get("content"));
    switch (role.textOrEmpty()) {
      case "ROLE_SYSTEM", "ROLE_DEVELOPER" -> parts.messages().instruction(text);
      case "ROLE_USER" -> parts.messages().user(contents(message.get("content")));
      case "ROLE_ASSISTANT" -> answer(message, text, parts);
      case "ROLE_TOOL", "ROLE_FUNCTION" ->
          parts
              .messages()
              .output(
                  message.get("tool_call_id").textIfAny(),
                  message.get("name").textIfAny(),
                  text,
                  /* isError= */ false);
      default -> throw role.wrong("a role of xAI");
    }
  }

  private static List<Content> contents(Field content) {
    List<Content> contents = new ArrayList<>();
    for (Field part : content.itemsIfAny()) {
      contents.add(
          part.has("image_url")
              ? Attachments.imageOf(part.get("image_url").get("image_url").textOrEmpty())
              : new Content.Text(part.get("text").textOrEmpty()));
    }
    return contents;
  }

  private static void answer(Field message, String text, RequestParts parts) {
    if (message.rest(Set.of("role", "content")).isEmpty()) {
      parts.messages().said(text);
      return;
    }
    var delta = new Tree().put("content", text);
    for (String field : List.of("tool_calls", "reasoning_content", "encrypted_content")) {
      if (message.has(field)) {
        delta.put(field, message.get(field).json());
      }
    }
    var output = new Tree().put("delta", delta).put("finish_reason", "REASON_STOP");
    var chunk = GetChatCompletionChunk.newBuilder();
    ProtoJson.fill(chunk, new Tree().add("outputs", output).json());
    var frame = new Frame("", "", Bytes.of(chunk.build().toByteArray()));
    parts
        .messages()
        .answer(
            PastAnswer.of(
                message, XaiDecoder::new, decoder -> decoder.chunk(frame, Json.Null.NULL)));
  }

  private static void tools(RequestParts parts) {
    Field tools = parts.take("tools");
    for (Field tool : tools.itemsIfAny()) {
      Field function = tool.get("function");
      if (function.isAbsent()) {
        parts.builtIn(tool);
        continue;
      }
      Field parameters = function.get("parameters");
      Json schema = ProviderJson.object(parameters.textIfAny());
      if (schema == null && !parameters.textOrEmpty().isEmpty()) {
        throw parameters.wrong("the text of a JSON object");
      }
      parts.function(
          tool,
          function.get("name"),
          function.get("description"),
          parameters.as(schema == null ? Json.Null.NULL : schema),
          function.get("strict"),
          /* cache= */ null);
    }
    parts.tools(tools);
  }

  private static void thinking(RequestParts parts) {
    Field effort = parts.take("reasoning_effort");
    String word = effort.textOrEmpty().replaceFirst("^EFFORT_", "").toLowerCase(Locale.ROOT);
    Thinking thinking = ThinkingScale.ofEffort(word);
    if (thinking != null) {
      parts.thinking(thinking, effort);
    }
  }

  private static void format(RequestParts parts) {
    Field format = parts.take("response_format");
    switch (format.get("format_type").textOrEmpty()) {
      case "FORMAT_TYPE_JSON_OBJECT" -> parts.format(new OutputFormat.AnyJson(), format);
      case "FORMAT_TYPE_JSON_SCHEMA" -> {
        Json schema = ProviderJson.object(format.get("schema").textIfAny());
        if (schema == null) {
          throw format.get("schema").wrong("the text of a JSON object");
        }
        parts.format(new OutputFormat.JsonSchema(OutputFormat.UNNAMED, schema), format);
      }
      default -> {}
    }
  }
}
