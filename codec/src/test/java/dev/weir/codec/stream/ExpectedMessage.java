package dev.weir.codec.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Response;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an independent reducer made of a recorded stream, to compare a response with. */
public record ExpectedMessage(Json json) {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);
  private static final List<String> INPUT =
      List.of(
          "prompt_tokens",
          "input_tokens",
          "inputTokens",
          "promptTokenCount",
          "prompt_eval_count",
          "total_input_tokens");
  private static final List<String> INPUT_APART =
      List.of(
          "cache_read_input_tokens",
          "cache_creation_input_tokens",
          "cacheReadInputTokens",
          "cacheWriteInputTokens",
          "toolUsePromptTokenCount",
          "total_tool_use_tokens");
  private static final List<String> OUTPUT =
      List.of(
          "completion_tokens",
          "output_tokens",
          "outputTokens",
          "candidatesTokenCount",
          "eval_count",
          "total_output_tokens");
  private static final List<String> OUTPUT_APART =
      List.of("thoughtsTokenCount", "total_thought_tokens");

  /** Reads the file beside a recorded stream. */
  public static ExpectedMessage read(byte[] expected) {
    return new ExpectedMessage(READER.read(Bytes.of(expected)));
  }

  /** Whether what is expected depends on policy, so that no response can be wrong. */
  public boolean isAmbiguous() {
    return json.get("ambiguous").isTrue();
  }

  /** Asserts that a response says the same. */
  public void agreesWith(Dialect dialect, Response response) {
    var written = new JsonText().beginObject();
    ResponseJson.write(written, dialect, response);
    Json message = READER.read(written.endObject().toString());

    assertThat(seen(message)).isEqualTo(wanted(json));
    assertThat(usage(response.usage())).containsAll(usage(json.get("usage")));
    if (!json.get("terminated").isTrue()) {
      assertThat(response.verdict()).isNotEqualTo(Verdict.COMPLETE);
    }
  }

  private static Map<String, String> seen(Json message) {
    Map<String, String> seen = new LinkedHashMap<>();
    seen.put("text", message.get("text").textOrEmpty());
    seen.put("reasoning", message.get("reasoning").textOrEmpty());
    seen.put("refusal", message.get("refusal").textOrEmpty());
    seen.put("finish", String.valueOf(message.get("finish").word()));
    seen.put("toolCalls", calls(message.get("toolCalls"), "arguments"));
    return seen;
  }

  private static Map<String, String> wanted(Json expected) {
    Map<String, String> wanted = new LinkedHashMap<>();
    wanted.put("text", expected.get("text").textOrEmpty());
    wanted.put("reasoning", expected.get("reasoning").textOrEmpty());
    wanted.put("refusal", expected.get("refusal").textOrEmpty());
    wanted.put("finish", String.valueOf(expected.get("finish_reason").word()));
    wanted.put("toolCalls", calls(expected.get("tool_calls"), "args"));
    return wanted;
  }

  private static String calls(Json calls, String arguments) {
    StringBuilder lines = new StringBuilder();
    for (Json call : calls.items()) {
      Json value = call.get(arguments);
      lines
          .append(call.get("id").textOrEmpty())
          .append(' ')
          .append(call.get("name").textOrEmpty())
          .append(' ')
          .append(canonical(value.text() == null ? value.toText() : value.textOrEmpty()))
          .append('\n');
    }
    return lines.toString();
  }

  private static String canonical(String arguments) {
    if (arguments.isBlank() || arguments.equals("null")) {
      return "{}";
    }
    try {
      return JsonText.canonical(READER.read(arguments));
    } catch (JsonException cut) {
      return arguments;
    }
  }

  private static Set<String> usage(@Nullable Usage usage) {
    if (usage == null) {
      return Set.of();
    }
    Set<String> numbers = new TreeSet<>();
    numbers.add("input " + usage.inputTokens());
    numbers.add("output " + usage.outputTokens());
    return numbers;
  }

  /** All input and all output, by the names of the counts that each dialect keeps apart. */
  private static Set<String> usage(Json usage) {
    Set<String> numbers = new TreeSet<>();
    add(numbers, "input", usage, INPUT, INPUT_APART);
    add(numbers, "output", usage, OUTPUT, OUTPUT_APART);
    return numbers;
  }

  private static void add(
      Set<String> numbers, String what, Json usage, List<String> names, List<String> apart) {
    for (String name : names) {
      Long number = usage.get(name).number();
      if (number != null) {
        boolean isChat = name.equals("prompt_tokens") || name.equals("completion_tokens");
        for (String other : isChat ? List.<String>of() : apart) {
          number += Objects.requireNonNullElse(usage.get(other).number(), 0L);
        }
        numbers.add(what + " " + (isChat ? chat(what, number, usage) : number));
      }
    }
  }

  /** xAI counts thinking apart where its total says so. */
  private static long chat(String what, long number, Json usage) {
    long input = Objects.requireNonNullElse(usage.get("prompt_tokens").number(), 0L);
    long total = Objects.requireNonNullElse(usage.get("total_tokens").number(), 0L);
    Json details = usage.get("completion_tokens_details");
    long thinking = Objects.requireNonNullElse(details.get("reasoning_tokens").number(), 0L);
    boolean isApart = what.equals("output") && input + number + thinking == total;
    return isApart ? number + thinking : number;
  }
}
