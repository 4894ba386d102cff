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
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an independent reducer made of a recorded stream, to compare a response with. */
public record ExpectedMessage(Json json) {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);

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

  /** The numbers whose names every dialect spells alike. */
  private static Set<String> usage(Json usage) {
    Set<String> numbers = new TreeSet<>();
    for (String name :
        List.of(
            "prompt_tokens",
            "input_tokens",
            "inputTokens",
            "promptTokenCount",
            "prompt_eval_count",
            "total_input_tokens")) {
      if (usage.get(name).number() != null) {
        numbers.add("input " + usage.get(name).number());
      }
    }
    for (String name :
        List.of(
            "completion_tokens",
            "output_tokens",
            "outputTokens",
            "candidatesTokenCount",
            "eval_count",
            "total_output_tokens")) {
      if (usage.get(name).number() != null) {
        numbers.add("output " + usage.get(name).number());
      }
    }
    return numbers;
  }
}
