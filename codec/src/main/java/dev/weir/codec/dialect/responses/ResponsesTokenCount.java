package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.TokenCount;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.Rendered;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** OpenAI's {@code input_tokens}. */
final class ResponsesTokenCount implements TokenCount {
  private static final Set<String> COUNTED =
      Set.of(
          "model",
          "input",
          "instructions",
          "tools",
          "tool_choice",
          "parallel_tool_calls",
          "reasoning",
          "text",
          "truncation",
          "conversation",
          "previous_response_id");

  @Override
  public String path() {
    return "/v1/responses/input_tokens";
  }

  @Override
  public Json asked(Json body) {
    return body;
  }

  @Override
  public String answer(long tokens) {
    var json = new JsonText().beginObject().field("object", "response.input_tokens");
    return json.field("input_tokens", tokens).endObject().toString();
  }

  @Override
  public Rendered ask(Rendered request) {
    return new Rendered(
        "/responses/input_tokens", request.headers(), TokenCount.only(COUNTED, request.body()));
  }

  @Override
  public @Nullable Long tokens(Json answer) {
    return answer.get("input_tokens").number();
  }
}
