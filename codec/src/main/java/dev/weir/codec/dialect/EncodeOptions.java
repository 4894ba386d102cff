package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * What an encoder must be told, because the events may lack it and the codec owns no clock.
 *
 * @param responseId the response's id where the events have none; absent leaves it empty
 * @param modelName the model's name where the events have none; absent leaves it empty
 * @param createdSeconds when the response was made, in seconds of the epoch
 * @param maxHeldChars how many characters may be kept for final payloads; a dialect that repeats
 *     the whole response at its end has to hold it
 * @param usage whether a stream reports its usage, where a client has to ask for it
 * @param asked what a response repeats of its request, where the dialect does that
 */
public record EncodeOptions(
    @Nullable String responseId,
    @Nullable String modelName,
    long createdSeconds,
    int maxHeldChars,
    boolean usage,
    Json asked) {

  public static final EncodeOptions DEFAULT =
      new EncodeOptions(
          null,
          null,
          /* createdSeconds= */ 0,
          /* maxHeldChars= */ 64 << 20,
          /* usage= */ true,
          Json.Null.NULL);

  /** With names where the events have none. */
  public EncodeOptions withNames(@Nullable String id, @Nullable String model) {
    return new EncodeOptions(id, model, createdSeconds, maxHeldChars, usage, asked);
  }

  /** With another time of the response. */
  public EncodeOptions withCreatedSeconds(long seconds) {
    return new EncodeOptions(responseId, modelName, seconds, maxHeldChars, usage, asked);
  }

  /** With or without counts at the end. */
  public EncodeOptions withUsage(boolean told) {
    return new EncodeOptions(responseId, modelName, createdSeconds, maxHeldChars, told, asked);
  }

  /** With what the response repeats of its request. */
  public EncodeOptions withAsked(Json fields) {
    return new EncodeOptions(responseId, modelName, createdSeconds, maxHeldChars, usage, fields);
  }
}
