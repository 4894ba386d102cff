package dev.weir.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a reasoning block carries besides its text, kept so that it can be sent back.
 *
 * @param id the provider's id of the reasoning item
 * @param summary the summary parts, in order
 * @param encrypted opaque content that only the provider can read; the last one it sent
 * @param signature the provider's seal over the text
 * @param redacted whether the provider withheld the text
 */
public record Reasoning(
    @Nullable String id,
    List<String> summary,
    @Nullable String encrypted,
    @Nullable String signature,
    boolean redacted) {

  public static final Reasoning NONE = new Reasoning(null, List.of(), null, null, false);

  public Reasoning {
    summary = List.copyOf(summary);
  }

  /** Takes every field that {@code later} has, and keeps ours where it has none. */
  public Reasoning updatedBy(Reasoning later) {
    return new Reasoning(
        later.id == null ? id : later.id,
        later.summary.isEmpty() ? summary : later.summary,
        later.encrypted == null ? encrypted : later.encrypted,
        later.signature == null ? signature : later.signature,
        later.redacted || redacted);
  }
}
