package dev.weir.codec.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the next token is chosen. Absent leaves it to the provider. */
public record Sampling(
    @Nullable Double temperature,
    @Nullable Double topP,
    @Nullable Long seed,
    List<String> stopTexts) {
  public static final Sampling DEFAULT = new Sampling(null, null, null, List.of());

  public Sampling {
    stopTexts = List.copyOf(stopTexts);
  }
}
