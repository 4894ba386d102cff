package dev.weir.sim.request;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Reads the body of a request in the dialects whose requests are JSON. */
public final class RequestJson {
  private static final int MAX_DEPTH = 200;

  private RequestJson() {}

  /**
   * Reads a request.
   *
   * @throws JsonException if the body is not a JSON object
   * @throws IllegalArgumentException if the provider would refuse the conversation
   */
  public static Asked read(Dialect dialect, Endpoint endpoint, byte[] body) {
    Json json = new JsonReader(MAX_DEPTH, Math.max(1, body.length)).read(Bytes.of(body));
    if (!json.isObject()) {
      throw new JsonException("expected a JSON object, saw another value");
    }
    dialect.serverSide().ifPresent(server -> server.check(json));
    var conversation = new MessageReader();
    switch (dialect.word()) {
      case "openai-responses" -> responses(json, conversation);
      case "anthropic" -> blocks(json.get("messages"), conversation);
      case "gemini" -> contents(json.get("contents"), conversation);
      case "bedrock" -> converse(json.get("messages"), conversation);
      default -> messages(json.get("messages"), conversation);
    }
    Json stream = json.get("stream");
    return new Asked(
        endpoint.modelName().isEmpty() ? json.get("model").textOrEmpty() : endpoint.modelName(),
        stream.isNull() ? endpoint.streams() : stream.isTrue(),
        conversation.prompt(),
        conversation.results(),
        tools(json),
        RequestKey.of(body),
        body.length);
  }

  private static void messages(Json messages, MessageReader conversation) {
    for (Json message : messages.items()) {
      switch (message.get("role").textOrEmpty()) {
        case "user" -> conversation.user(text(message.get("content")));
        case "assistant" -> {
          conversation.model();
          for (Json call : message.get("tool_calls").items()) {
            conversation.call(
                call.get("id").textOrEmpty(), call.get("function").get("name").textOrEmpty());
          }
        }
        case "tool" ->
            conversation.result(
                message.get("tool_call_id").textOrEmpty(),
                message.get("tool_name").textOrEmpty(),
                text(message.get("content")));
        default -> {
          // The system's words do not choose an answer.
        }
      }
    }
  }

  private static void responses(Json json, MessageReader conversation) {
    Json input = json.get("input");
    conversation.user(input.textOrEmpty());
    for (Json item : input.items()) {
      switch (item.get("type").textOrEmpty()) {
        case "function_call" -> {
          conversation.model();
          conversation.call(item.get("call_id").textOrEmpty(), item.get("name").textOrEmpty());
        }
        case "function_call_output" ->
            conversation.result(item.get("call_id").textOrEmpty(), "", text(item.get("output")));
        default -> {
          if (item.get("role").textOrEmpty().equals("user")) {
            conversation.user(text(item.get("content")));
          } else if (item.get("role").textOrEmpty().equals("assistant")) {
            conversation.model();
          }
        }
      }
    }
  }

  private static void blocks(Json messages, MessageReader conversation) {
    for (Json message : messages.items()) {
      boolean isModel = message.get("role").textOrEmpty().equals("assistant");
      if (isModel) {
        conversation.model();
      } else {
        conversation.user(text(message.get("content")));
      }
      for (Json block : message.get("content").items()) {
        if (block.get("type").textOrEmpty().equals("tool_use")) {
          conversation.call(block.get("id").textOrEmpty(), block.get("name").textOrEmpty());
        } else if (block.get("type").textOrEmpty().equals("tool_result")) {
          conversation.result(
              block.get("tool_use_id").textOrEmpty(), "", text(block.get("content")));
        }
      }
    }
  }

  private static void contents(Json contents, MessageReader conversation) {
    for (Json content : contents.items()) {
      if (content.get("role").textOrEmpty().equals("model")) {
        conversation.model();
      } else {
        conversation.user(text(content.get("parts")));
      }
      for (Json part : content.get("parts").items()) {
        Json response = part.get("functionResponse");
        if (response.isObject()) {
          conversation.result(
              "", response.get("name").textOrEmpty(), response.get("response").toText());
        }
      }
    }
  }

  private static void converse(Json messages, MessageReader conversation) {
    for (Json message : messages.items()) {
      if (message.get("role").textOrEmpty().equals("assistant")) {
        conversation.model();
      } else {
        conversation.user(text(message.get("content")));
      }
      for (Json block : message.get("content").items()) {
        Json call = block.get("toolUse");
        Json result = block.get("toolResult");
        if (call.isObject()) {
          conversation.call(call.get("toolUseId").textOrEmpty(), call.get("name").textOrEmpty());
        } else if (result.isObject()) {
          conversation.result(
              result.get("toolUseId").textOrEmpty(), "", text(result.get("content")));
        }
      }
    }
  }

  /** The text of a message: itself, or that of its parts. */
  private static String text(Json content) {
    if (!content.isArray()) {
      return content.isObject() ? content.toText() : content.textOrEmpty();
    }
    return content.items().stream()
        .map(part -> part.has("json") ? part.get("json").toText() : part.get("text").textOrEmpty())
        .collect(Collectors.joining());
  }

  private static List<String> tools(Json json) {
    List<Json> declared = new ArrayList<>(json.get("tools").items());
    declared.addAll(json.get("toolConfig").get("tools").items());
    List<String> names = new ArrayList<>();
    for (Json tool : declared) {
      names.add(tool.get("name").textOrEmpty());
      names.add(tool.get("function").get("name").textOrEmpty());
      names.add(tool.get("toolSpec").get("name").textOrEmpty());
      tool.get("functionDeclarations").items().forEach(f -> names.add(f.get("name").textOrEmpty()));
    }
    names.removeIf(String::isEmpty);
    return names;
  }
}
