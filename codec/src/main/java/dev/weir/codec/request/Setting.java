package dev.weir.codec.request;

/** What a request may say besides its messages. */
public enum Setting {
  MODEL("modelName"),
  TOOLS("tools"),
  TOOL_CHOICE("toolChoice", /* changesMeaning= */ true),
  PARALLEL_CALLS("parallelCalls"),
  THINKING("thinking"),
  SHOWN_THINKING("showsThinking"),
  TEMPERATURE("temperature"),
  TOP_P("topP"),
  TOP_K("topK"),
  FREQUENCY_PENALTY("frequencyPenalty"),
  PRESENCE_PENALTY("presencePenalty"),
  SEED("seed"),
  STOP("stopTexts"),
  FORMAT("format", /* changesMeaning= */ true),
  VERBOSITY("verbosity"),
  MAX_OUTPUT_TOKENS("maxOutputTokens"),
  ALTERNATIVES("alternatives", /* changesMeaning= */ true),
  LOGPROBS("logprobs"),
  METADATA("metadata"),
  USER("userId"),
  SERVICE_TIER("serviceTier"),
  CACHE("cache"),
  CACHE_KEY("cacheKey"),
  STORE("store"),
  /** Whether the answer is to be streamed, which a request itself does not say. */
  STREAM("stream");

  private final String word;
  private final boolean changesMeaning;

  Setting(String word) {
    this(word, /* changesMeaning= */ false);
  }

  Setting(String word, boolean changesMeaning) {
    this.word = word;
    this.changesMeaning = changesMeaning;
  }

  /** What {@link Request} calls it. */
  public String word() {
    return word;
  }

  /** Whether the answer may be a different one without it. */
  public boolean changesMeaning() {
    return changesMeaning;
  }

  /** Whether a request says it. */
  public boolean isIn(Request request) {
    return switch (this) {
      case MODEL -> request.modelName() != null;
      case TOOLS -> !request.tools().isEmpty();
      case TOOL_CHOICE -> request.toolChoice() != null;
      case PARALLEL_CALLS -> request.parallelCalls() != null;
      case THINKING -> request.thinking() != null;
      case SHOWN_THINKING -> request.showsThinking() != null;
      case TEMPERATURE -> request.sampling().temperature() != null;
      case TOP_P -> request.sampling().topP() != null;
      case TOP_K -> request.sampling().topK() != null;
      case FREQUENCY_PENALTY -> request.sampling().frequencyPenalty() != null;
      case PRESENCE_PENALTY -> request.sampling().presencePenalty() != null;
      case SEED -> request.sampling().seed() != null;
      case STOP -> !request.sampling().stopTexts().isEmpty();
      case FORMAT -> request.format() != null;
      case VERBOSITY -> request.verbosity() != null;
      case MAX_OUTPUT_TOKENS -> request.maxOutputTokens() != null;
      // One answer is what every provider gives.
      case ALTERNATIVES -> request.alternatives() != null && request.alternatives() != 1;
      case LOGPROBS -> request.logprobs() != null;
      case METADATA -> !request.metadata().isEmpty();
      case USER -> request.userId() != null;
      case SERVICE_TIER -> request.serviceTier() != null;
      case CACHE -> request.cache() != null;
      case CACHE_KEY -> request.cacheKey() != null;
      case STORE -> request.store() != null;
      case STREAM -> false;
    };
  }
}
