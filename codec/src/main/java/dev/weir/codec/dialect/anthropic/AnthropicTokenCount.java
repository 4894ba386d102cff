package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.dialect.TokenCount;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.Rendered;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Anthropic's {@code count_tokens}, which refuses fields that do not count. */
final class AnthropicTokenCount implements TokenCount {
  private static final Set<String> COUNTED =
      Set.of(
          "model",
          "messages",
          "system",
          "tools",
          "tool_choice",
          "thinking",
          "cache_control",
          "context_management",
          "mcp_servers",
          "output_config",
          "output_format",
          "container");

  @Override
  public String path() {
    return "/v1/messages/count_tokens";
  }

  @Override
  public Json asked(Json body) {
    return body;
  }

  @Override
  public String answer(long tokens) {
    return new JsonText().beginObject().field("input_tokens", tokens).endObject().toString();
  }

  @Override
  public Rendered ask(Rendered request) {
    Map<String, String> headers = request.headers();
    return new Rendered(
        "/messages/count_tokens", headers, TokenCount.only(COUNTED, request.body()));
  }

  @Override
  public @Nullable Long tokens(Json answer) {
    return answer.get("input_tokens").number();
  }
}
