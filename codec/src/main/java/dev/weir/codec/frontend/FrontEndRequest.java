package dev.weir.codec.frontend;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.ToolSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a front end asks.
 *
 * @param thread the conversation, by the front end's own name
 * @param answer what it calls the answer; absent if we name it
 * @param messages the whole conversation, with what is opaque still in seals
 * @param tools those that the front end runs itself
 * @param asked the conversation as it came
 * @param settings who should answer and how, by the names of {@code POST /v1/chat}
 */
public record FrontEndRequest(
    String thread,
    @Nullable String answer,
    List<Message> messages,
    List<ToolSpec> tools,
    Json asked,
    Json settings) {
  public FrontEndRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
  }
}
