package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Usage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads a provider's counts, any of which may be absent. */
public final class Counts {
  private Counts() {}

  /**
   * Writes usage: the provider's own numbers where they are known, else the counts under the names
   * of a dialect.
   */
  public static void write(JsonText json, Usage usage, BiConsumer<JsonText, Usage> counts) {
    Json raw = ProviderJson.object(usage.raw());
    if (raw == null) {
      counts.accept(json.beginObject(), usage);
      json.endObject();
    } else {
      json.value(raw);
    }
  }

  /** The first of these that is a number. */
  public static @Nullable Long first(Json... candidates) {
    for (Json candidate : candidates) {
      Long number = candidate.number();
      if (number != null) {
        return number;
      }
    }
    return null;
  }

  /** A count whose parts the provider counts separately; absent if all of them are. */
  public static @Nullable Long sum(@Nullable Long... counts) {
    Long sum = null;
    for (Long count : counts) {
      sum = sum == null ? count : count == null ? sum : Long.valueOf(sum + count);
    }
    return sum;
  }

  /**
   * The output with its thinking. Most providers count thinking as output; xAI counts it
   * separately, and only the total shows it: prompt 432, completion 68, reasoning 136, total 636.
   */
  public static @Nullable Long allOutput(
      @Nullable Long input, @Nullable Long output, @Nullable Long reasoning, @Nullable Long total) {
    if (input == null || output == null || reasoning == null || total == null) {
      return output;
    }
    boolean isApart = reasoning > 0 && input + output + reasoning == total;
    return isApart ? Long.valueOf(output + reasoning) : output;
  }

  /**
   * A part of a count; absent if it is larger than the whole, as with Mistral's {@code
   * num_cached_tokens}, which counts in blocks.
   */
  public static @Nullable Long part(@Nullable Long part, @Nullable Long whole) {
    return part != null && whole != null && part > whole ? null : part;
  }
}
