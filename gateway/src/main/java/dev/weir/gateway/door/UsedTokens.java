package dev.weir.gateway.door;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Response;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;

/**
 * The tokens that an answer took, even one that was cancelled, cut or failed: as the provider
 * reported them, or estimated from what was asked and what came; it says which.
 */
public final class UsedTokens {
  private UsedTokens() {}

  /** Writes it, unless there is nothing to report: a request that was refused took nothing. */
  public static void write(JsonText json, Response response, Json asked) {
    Usage reported = response.usage();
    Long output = reported == null ? null : reported.outputTokens();
    if (output == null && response.blocks().isEmpty()) {
      return;
    }
    long chars = response.blocks().stream().mapToLong(block -> block.text().length()).sum();
    long estimated = TokenEstimate.ofChars(chars);
    Verdict verdict = response.verdict();
    boolean isWhole = verdict != null && verdict.isNatural();
    // Anthropic reports a first count before the answer; of one that was cut it stays the last.
    boolean isReported = output != null && (isWhole || output >= estimated);
    Long input = reported == null ? null : reported.inputTokens();
    json.name("usage").beginObject().field("source", isReported ? "reported" : "estimated");
    if (isReported) {
      json.fieldIfAny("inputTokens", input).fieldIfAny("outputTokens", output);
    } else {
      // Nobody is asked with nothing: a count of none is one that was still to come.
      json.field("inputTokens", input == null || input == 0 ? TokenEstimate.of(asked) : input);
      json.field("outputTokens", estimated);
    }
    json.endObject();
  }
}
