package dev.weir.codec.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the next token is chosen. Absent leaves it to the provider.
 *
 * @param topK how many of the likeliest tokens to choose from
 * @param frequencyPenalty makes tokens rarer each time they come
 * @param presencePenalty makes tokens that came at all rarer
 */
public record Sampling(
    @Nullable Double temperature,
    @Nullable Double topP,
    @Nullable Long topK,
    @Nullable Double frequencyPenalty,
    @Nullable Double presencePenalty,
    @Nullable Long seed,
    List<String> stopTexts) {
  public static final Sampling DEFAULT =
      new Sampling(null, null, null, null, null, null, List.of());

  public Sampling {
    stopTexts = List.copyOf(stopTexts);
  }

  public Sampling(
      @Nullable Double temperature,
      @Nullable Double topP,
      @Nullable Long seed,
      List<String> stopTexts) {
    this(temperature, topP, null, null, null, seed, stopTexts);
  }

  /** With another temperature; absent leaves it to the provider. */
  public Sampling withTemperature(@Nullable Double value) {
    return new Sampling(value, topP, topK, frequencyPenalty, presencePenalty, seed, stopTexts);
  }

  /** With another share of the likeliest tokens to choose from. */
  public Sampling withTopP(@Nullable Double value) {
    return new Sampling(
        temperature, value, topK, frequencyPenalty, presencePenalty, seed, stopTexts);
  }

  /** With another number of the likeliest tokens to choose from. */
  public Sampling withTopK(@Nullable Long value) {
    return new Sampling(
        temperature, topP, value, frequencyPenalty, presencePenalty, seed, stopTexts);
  }

  /** With another penalty for tokens each time they come. */
  public Sampling withFrequencyPenalty(@Nullable Double value) {
    return new Sampling(temperature, topP, topK, value, presencePenalty, seed, stopTexts);
  }

  /** With another penalty for tokens that came at all. */
  public Sampling withPresencePenalty(@Nullable Double value) {
    return new Sampling(temperature, topP, topK, frequencyPenalty, value, seed, stopTexts);
  }

  /** With another seed, for answers that can be had again. */
  public Sampling withSeed(@Nullable Long value) {
    return new Sampling(
        temperature, topP, topK, frequencyPenalty, presencePenalty, value, stopTexts);
  }

  /** With other texts that end the answer. */
  public Sampling withStopTexts(List<String> texts) {
    return new Sampling(temperature, topP, topK, frequencyPenalty, presencePenalty, seed, texts);
  }
}
