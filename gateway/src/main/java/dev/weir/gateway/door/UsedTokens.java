package dev.weir.gateway.door;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Response;
import dev.weir.event.Usage;

/**
 * The tokens that an answer took, even one that was cancelled, cut or failed: as the provider
 * reported them, or estimated from what was asked and what came; it says which.
 */
public final class UsedTokens {
  private UsedTokens() {}

  /** Writes it, unless there is nothing to report: a request that was refused took nothing. */
  public static void write(JsonText json, Response response, Json asked) {
    Usage reported = response.usage();
    boolean isReported = reported != null && reported.outputTokens() != null;
    if (!isReported && response.blocks().isEmpty()) {
      return;
    }
    long chars = response.blocks().stream().mapToLong(block -> block.text().length()).sum();
    Long input = reported == null ? null : reported.inputTokens();
    Long output = reported == null ? null : reported.outputTokens();
    json.name("usage").beginObject().field("source", isReported ? "reported" : "estimated");
    if (isReported) {
      json.fieldIfAny("inputTokens", input).fieldIfAny("outputTokens", output);
    } else {
      json.field("inputTokens", input == null ? TokenEstimate.of(asked) : input);
      json.field("outputTokens", output == null ? TokenEstimate.ofChars(chars) : output);
    }
    json.endObject();
  }
}
