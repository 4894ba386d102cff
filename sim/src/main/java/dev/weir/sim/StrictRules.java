package dev.weir.sim;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.http.HttpAsk;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * What providers refuse beyond conversations: requests without a field that must be there, with a
 * field of another provider, a number out of its range, a tool whose name is not one, or a strict
 * schema that is not. In the provider's own words where they are known.
 */
final class StrictRules {
  private static final Pattern TOOL_NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
  private static final Pattern ANTHROPIC_TOOL_NAME = Pattern.compile("[a-zA-Z0-9_-]{1,128}");
  private static final int LEAST_BUDGET = 1024;

  /**
   * The fields of a request as each provider documents them. One that is nobody's may be new, so it
   * is not refused; one that is only another's is a mistake.
   */
  private static final Map<Dialect, Set<String>> FIELDS =
      Map.of(
          Dialects.OPENAI_CHAT,
          words(
              "audio frequency_penalty function_call functions logit_bias logprobs"
                  + " max_completion_tokens max_tokens messages metadata modalities model n"
                  + " parallel_tool_calls prediction presence_penalty prompt_cache_key"
                  + " prompt_cache_retention reasoning_effort response_format safety_identifier seed"
                  + " service_tier stop store stream stream_options temperature tool_choice tools"
                  + " top_logprobs top_p user verbosity web_search_options"),
          Dialects.OPENAI_RESPONSES,
          words(
              "background context_management conversation include input instructions"
                  + " max_output_tokens max_tool_calls metadata model parallel_tool_calls"
                  + " previous_response_id prompt prompt_cache_key prompt_cache_retention reasoning"
                  + " safety_identifier service_tier store stream stream_options temperature text"
                  + " tool_choice tools top_logprobs top_p truncation user"),
          Dialects.ANTHROPIC,
          words(
              "cache_control container context_management inference_geo max_tokens mcp_servers"
                  + " messages metadata model output_config output_format service_tier speed"
                  + " stop_sequences stream system temperature thinking tool_choice tools top_k"
                  + " top_p"),
          Dialects.GEMINI,
          words(
              "cachedContent cached_content contents generationConfig generation_config labels model"
                  + " safetySettings safety_settings serviceTier store systemInstruction"
                  + " system_instruction toolConfig tool_config tools"));

  private static final Map<Dialect, BiConsumer<HttpAsk, Json>> RULES =
      Map.of(
          Dialects.OPENAI_CHAT,
          StrictRules::chat,
          Dialects.OPENAI_RESPONSES,
          StrictRules::responses,
          Dialects.ANTHROPIC,
          StrictRules::anthropic,
          Dialects.GEMINI,
          StrictRules::gemini,
          Dialects.OLLAMA,
          (ask, body) -> required(body, "%s is required", "model"));

  private StrictRules() {}

  private static Set<String> words(String text) {
    return Set.of(text.split(" ", -1));
  }

  /**
   * Checks a request.
   *
   * @throws IllegalArgumentException if the provider would refuse it, with the provider's words
   */
  static void check(Dialect dialect, HttpAsk ask, Json body) {
    RULES.getOrDefault(dialect, (asked, any) -> {}).accept(ask, body);
  }

  private static void chat(HttpAsk ask, Json body) {
    required(body, "Missing required parameter: '%s'.", "model", "messages");
    own(Dialects.OPENAI_CHAT, body, "Unrecognized request argument supplied: %s");
    openaiRanges(body);
    openaiTools(body, "tools[%d].function.name");
    StrictSchemas.check("response_format", body.get("response_format").get("json_schema"));
  }

  private static void responses(HttpAsk ask, Json body) {
    required(body, "Missing required parameter: '%s'.", "model");
    own(Dialects.OPENAI_RESPONSES, body, "Unknown parameter: '%s'.");
    openaiRanges(body);
    openaiTools(body, "tools[%d].name");
    StrictSchemas.check("response_format", body.get("text").get("format"));
  }

  private static void gemini(HttpAsk ask, Json body) {
    own(
        Dialects.GEMINI,
        body,
        "Invalid JSON payload received. Unknown name \"%s\": Cannot find field.");
    refuse(
        body.get("contents").items().isEmpty(),
        "* GenerateContentRequest.contents: contents is not specified");
    refuse(
        isOutside(body.get("generationConfig").get("temperature"), 0, 2),
        "* GenerateContentRequest.generation_config.temperature: temperature must be in the range"
            + " [0.0, 2.0].");
  }

  private static void anthropic(HttpAsk ask, Json body) {
    refuse(ask.header("anthropic-version").isEmpty(), "anthropic-version: header is required");
    required(body, "%s: Field required", "model", "messages");
    own(Dialects.ANTHROPIC, body, "%s: Extra inputs are not permitted");
    refuse(isOutside(body.get("temperature"), 0, 1), "temperature: range: 0..1");
    refuse(isOutside(body.get("top_p"), 0, 1), "top_p: range: 0..1");
    List<Json> tools = body.get("tools").items();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < tools.size(); i++) {
      String name = tools.get(i).get("name").textOrEmpty();
      boolean isOwn = tools.get(i).has("input_schema");
      refuse(
          isOwn && !ANTHROPIC_TOOL_NAME.matcher(name).matches(),
          "tools.%d.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"
              .formatted(i));
      refuse(!names.add(name), "tools: Tool names must be unique.");
    }
    Long budget = body.get("thinking").get("budget_tokens").number();
    if (budget != null) {
      refuse(
          budget < LEAST_BUDGET,
          "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
      Long most = body.get("max_tokens").number();
      refuse(
          most != null && most <= budget,
          "`max_tokens` must be greater than `thinking.budget_tokens`.");
    }
  }

  private static void openaiRanges(Json body) {
    openaiRange(body, "temperature", 2);
    openaiRange(body, "top_p", 1);
  }

  private static void openaiRange(Json body, String name, int most) {
    Json value = body.get(name);
    refuse(
        isOutside(value, Double.NEGATIVE_INFINITY, most),
        "Invalid '%s': decimal above maximum value. Expected a value <= %d, but got %s instead."
            .formatted(name, most, value.toText()));
    refuse(
        isOutside(value, 0, Double.POSITIVE_INFINITY),
        "Invalid '%s': decimal below minimum value. Expected a value >= 0, but got %s instead."
            .formatted(name, value.toText()));
  }

  private static void openaiTools(Json body, String place) {
    List<Json> tools = body.get("tools").items();
    for (int i = 0; i < tools.size(); i++) {
      Json tool = tools.get(i).has("function") ? tools.get(i).get("function") : tools.get(i);
      if (!tools.get(i).get("type").textOrEmpty().equals("function")) {
        continue;
      }
      refuse(
          !TOOL_NAME.matcher(tool.get("name").textOrEmpty()).matches(),
          ("Invalid '"
                  + place
                  + "': string does not match pattern. Expected a string that matches"
                  + " the pattern '^[a-zA-Z0-9_-]+$'.")
              .formatted(i));
      StrictSchemas.check("function", tool);
    }
  }

  private static void required(Json body, String words, String... names) {
    for (String name : names) {
      refuse(!body.has(name), words.formatted(name));
    }
  }

  private static void own(Dialect dialect, Json body, String words) {
    Set<String> own = FIELDS.getOrDefault(dialect, Set.of());
    for (String name : body.fields().keySet()) {
      boolean isForeign =
          !own.contains(name) && FIELDS.values().stream().anyMatch(each -> each.contains(name));
      refuse(isForeign, words.formatted(name));
    }
  }

  private static boolean isOutside(Json value, double least, double most) {
    if (!(value instanceof Json.Num number)) {
      return false;
    }
    double saw = Double.parseDouble(number.digits());
    return saw < least || saw > most;
  }

  private static void refuse(boolean isWrong, String words) {
    if (isWrong) {
      throw new IllegalArgumentException(words);
    }
  }
}
