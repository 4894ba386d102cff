package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a model, the same for every provider. What is absent is left to the provider.
 *
 * <p>A request that was read from a body of some dialect knows how that body put things: written in
 * the same dialect, it is the same body again, except for what was changed since.
 */
public final class Request {
  private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** What the transport writes itself. */
  private static final Pattern NOT_OURS =
      Pattern.compile(
          "(?i)host|connection|content-length|content-type|transfer-encoding|upgrade|expect|te");

  private final State state;

  private Request(State state) {
    this.state = state;
  }

  private record State(
      @Nullable String modelName,
      List<Message> messages,
      List<ToolSpec> tools,
      @Nullable ToolChoice toolChoice,
      @Nullable Boolean parallelCalls,
      @Nullable Thinking thinking,
      @Nullable Boolean showsThinking,
      Sampling sampling,
      @Nullable OutputFormat format,
      @Nullable String verbosity,
      @Nullable Integer maxOutputTokens,
      @Nullable Integer alternatives,
      @Nullable Integer logprobs,
      Map<String, String> metadata,
      @Nullable String userId,
      @Nullable String serviceTier,
      @Nullable CacheMark cache,
      @Nullable String cacheKey,
      @Nullable Boolean store,
      Map<String, Json> vendorOptions,
      Map<String, String> headers,
      @Nullable Duration deadline,
      @Nullable OriginalRequest original,
      @Nullable Origin origin,
      Map<Setting, Origin> spellings,
      OnLoss onLoss,
      List<RequestLoss> lost) {}

  /** A question and nothing else. */
  public static Request of(String prompt) {
    return new Builder().message(Message.user(prompt)).build();
  }

  /** These messages and nothing else. */
  public static Request of(Message... messages) {
    return new Builder().messages(List.of(messages)).build();
  }

  /** An empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that begins with all of this request. */
  public Builder toBuilder() {
    return new Builder(state);
  }

  /** The same request with more messages at its end, for the next pass of a turn. */
  public Request withMore(List<Message> more) {
    Builder builder = toBuilder();
    more.forEach(builder::message);
    return builder.build();
  }

  /** The same request for another model. */
  public Request withModel(@Nullable String name) {
    return toBuilder().modelName(name).build();
  }

  /** The same request with what its client wrote. */
  public Request withOriginal(OriginalRequest written) {
    Builder builder = toBuilder();
    builder.original = written;
    return builder.build();
  }

  /** Absent takes the provider's default. */
  public @Nullable String modelName() {
    return state.modelName;
  }

  /** The conversation, oldest first. */
  public List<Message> messages() {
    return state.messages;
  }

  /** What the model may call. */
  public List<ToolSpec> tools() {
    return state.tools;
  }

  /** Whether it must call a tool, and which; absent leaves it to the model. */
  public @Nullable ToolChoice toolChoice() {
    return state.toolChoice;
  }

  /** Whether the model may call several tools at once. */
  public @Nullable Boolean parallelCalls() {
    return state.parallelCalls;
  }

  /** How hard to think. */
  public @Nullable Thinking thinking() {
    return state.thinking;
  }

  /** Whether the thinking should be sent; absent asks for it where it must be asked for. */
  public @Nullable Boolean showsThinking() {
    return state.showsThinking;
  }

  /** How the next token is chosen. */
  public Sampling sampling() {
    return state.sampling;
  }

  /** The form that the answer must have; absent for text. */
  public @Nullable OutputFormat format() {
    return state.format;
  }

  /** How much to say, in the words of OpenAI: {@code low}, {@code medium}, {@code high}. */
  public @Nullable String verbosity() {
    return state.verbosity;
  }

  /** Absent leaves it to the provider, or to our default where one is required. */
  public @Nullable Integer maxOutputTokens() {
    return state.maxOutputTokens;
  }

  /** How many answers to give to the same question. */
  public @Nullable Integer alternatives() {
    return state.alternatives;
  }

  /** How likely each token was, with that many likely alternatives; 0 for the token alone. */
  public @Nullable Integer logprobs() {
    return state.logprobs;
  }

  /** What the provider keeps with the answer. */
  public Map<String, String> metadata() {
    return state.metadata;
  }

  /** Who asks, so that the provider can tell users apart. */
  public @Nullable String userId() {
    return state.userId;
  }

  /** How urgent it is, in the provider's words. */
  public @Nullable String serviceTier() {
    return state.serviceTier;
  }

  /** A mark for the whole request, where the provider finds the place itself. */
  public @Nullable CacheMark cache() {
    return state.cache;
  }

  /** Requests with the same key are likely to begin the same way. */
  public @Nullable String cacheKey() {
    return state.cacheKey;
  }

  /** Whether the provider may keep the answer, so that it can be continued. */
  public @Nullable Boolean store() {
    return state.store;
  }

  /**
   * Fields of the provider's own, put into the body as they are, whichever provider it is; they win
   * over what we would write there.
   */
  public Map<String, Json> vendorOptions() {
    return state.vendorOptions;
  }

  /** HTTP headers for this request alone; they win over the provider's, but not over its key. */
  public Map<String, String> headers() {
    return state.headers;
  }

  /**
   * How long the whole answer may take, with all tries, and with its tools in a turn; absent for as
   * long as it takes. {@code Weir} keeps it: an answer that is late is cancelled.
   */
  public @Nullable Duration deadline() {
    return state.deadline;
  }

  /** What the client wrote, if it wrote it in a dialect and nothing was changed since. */
  public @Nullable OriginalRequest original() {
    return state.original;
  }

  /**
   * The body that this was read from, without what {@link #spellings} and the parts have; absent if
   * it was not read.
   */
  public @Nullable Origin origin() {
    return state.origin;
  }

  /** How the body that this was read from put the settings that were not changed since. */
  public Map<Setting, Origin> spellings() {
    return state.spellings;
  }

  /** What to do if the provider's dialect cannot carry all of it. */
  public OnLoss onLoss() {
    return state.onLoss;
  }

  /** What was lost before the request was written for a provider. */
  public List<RequestLoss> lost() {
    return state.lost;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Request request && request.state.equals(state);
  }

  @Override
  public int hashCode() {
    return state.hashCode();
  }

  @Override
  public String toString() {
    return "Request" + state.toString().substring("State".length());
  }

  private static Map<Setting, Origin> copyOf(Map<Setting, Origin> spellings) {
    Map<Setting, Origin> copy = new EnumMap<>(Setting.class);
    copy.putAll(spellings);
    return copy;
  }

  /**
   * The same request for a provider: what others sealed for themselves alone goes back without its
   * seals.
   */
  public Request forProvider(String provider) {
    List<Message> own = messages().stream().map(message -> message.forProvider(provider)).toList();
    return own.equals(messages()) ? this : toBuilder().messages(own).build();
  }

  /** Builds a request. */
  public static final class Builder {
    private @Nullable String modelName;
    private final List<Message> messages = new ArrayList<>();
    private final List<ToolSpec> tools = new ArrayList<>();
    private @Nullable ToolChoice toolChoice;
    private @Nullable Boolean parallelCalls;
    private @Nullable Thinking thinking;
    private @Nullable Boolean showsThinking;
    private Sampling sampling = Sampling.DEFAULT;
    private @Nullable OutputFormat format;
    private @Nullable String verbosity;
    private @Nullable Integer maxOutputTokens;
    private @Nullable Integer alternatives;
    private @Nullable Integer logprobs;
    private final Map<String, String> metadata = new LinkedHashMap<>();
    private @Nullable String userId;
    private @Nullable String serviceTier;
    private @Nullable CacheMark cache;
    private @Nullable String cacheKey;
    private @Nullable Boolean store;
    private final Map<String, Json> vendorOptions = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private @Nullable Duration deadline;
    private @Nullable OriginalRequest original;
    private @Nullable Origin origin;
    private final Map<Setting, Origin> spellings = new EnumMap<>(Setting.class);
    private OnLoss onLoss = OnLoss.CAREFUL;
    private final List<RequestLoss> lost = new ArrayList<>();

    private Builder() {}

    private Builder(State state) {
      modelName = state.modelName;
      messages.addAll(state.messages);
      tools.addAll(state.tools);
      toolChoice = state.toolChoice;
      parallelCalls = state.parallelCalls;
      thinking = state.thinking;
      showsThinking = state.showsThinking;
      sampling = state.sampling;
      format = state.format;
      verbosity = state.verbosity;
      maxOutputTokens = state.maxOutputTokens;
      alternatives = state.alternatives;
      logprobs = state.logprobs;
      metadata.putAll(state.metadata);
      userId = state.userId;
      serviceTier = state.serviceTier;
      cache = state.cache;
      cacheKey = state.cacheKey;
      store = state.store;
      vendorOptions.putAll(state.vendorOptions);
      headers.putAll(state.headers);
      deadline = state.deadline;
      original = state.original;
      origin = state.origin;
      spellings.putAll(state.spellings);
      onLoss = state.onLoss;
      lost.addAll(state.lost);
    }

    /** The setting is set again, so what a body said of it no longer counts. */
    private Builder said(Setting setting) {
      spellings.remove(setting);
      if (setting != Setting.MODEL) {
        // Which model answers is not up to the client.
        original = null;
      }
      return this;
    }

    /** Adds a message to the conversation. */
    public Builder message(Message message) {
      messages.add(message);
      original = null;
      return this;
    }

    /** Replaces the messages. */
    public Builder messages(List<Message> all) {
      messages.clear();
      messages.addAll(all);
      original = null;
      return this;
    }

    /** Adds a tool that the model may call. */
    public Builder tool(ToolSpec tool) {
      tools.add(tool);
      return said(Setting.TOOLS);
    }

    /** Replaces the tools. */
    public Builder tools(List<ToolSpec> all) {
      tools.clear();
      tools.addAll(all);
      return said(Setting.TOOLS);
    }

    /** Replaces all that is said about choosing the next token. */
    public Builder sampling(Sampling wish) {
      sampling = wish;
      said(Setting.TEMPERATURE).said(Setting.TOP_P).said(Setting.TOP_K);
      said(Setting.FREQUENCY_PENALTY).said(Setting.PRESENCE_PENALTY);
      return said(Setting.SEED).said(Setting.STOP);
    }

    /** How freely the next token is chosen; absent leaves it to the provider. */
    public Builder temperature(@Nullable Double value) {
      sampling = sampling.withTemperature(value);
      return said(Setting.TEMPERATURE);
    }

    /** From which share of the likeliest tokens to choose. */
    public Builder topP(@Nullable Double value) {
      sampling = sampling.withTopP(value);
      return said(Setting.TOP_P);
    }

    /** From how many of the likeliest tokens to choose. */
    public Builder topK(@Nullable Long value) {
      sampling = sampling.withTopK(value);
      return said(Setting.TOP_K);
    }

    /** Makes tokens rarer each time they come. */
    public Builder frequencyPenalty(@Nullable Double value) {
      sampling = sampling.withFrequencyPenalty(value);
      return said(Setting.FREQUENCY_PENALTY);
    }

    /** Makes tokens that came at all rarer. */
    public Builder presencePenalty(@Nullable Double value) {
      sampling = sampling.withPresencePenalty(value);
      return said(Setting.PRESENCE_PENALTY);
    }

    /** Asks for an answer that can be had again. */
    public Builder seed(@Nullable Long value) {
      sampling = sampling.withSeed(value);
      return said(Setting.SEED);
    }

    /** Texts that end the answer. */
    public Builder stopTexts(List<String> texts) {
      sampling = sampling.withStopTexts(texts);
      return said(Setting.STOP);
    }

    /** Something that the provider keeps with the answer. */
    public Builder metadata(String name, String value) {
      metadata.put(name, value);
      return said(Setting.METADATA);
    }

    /** Absent takes the provider's default. */
    public Builder modelName(@Nullable String value) {
      modelName = value;
      return said(Setting.MODEL);
    }

    /** Whether the model must call a tool, and which. */
    public Builder toolChoice(@Nullable ToolChoice value) {
      toolChoice = value;
      return said(Setting.TOOL_CHOICE);
    }

    /** Whether the model may call several tools at once. */
    public Builder parallelCalls(@Nullable Boolean value) {
      parallelCalls = value;
      return said(Setting.PARALLEL_CALLS);
    }

    /** How hard to think. */
    public Builder thinking(@Nullable Thinking value) {
      thinking = value;
      return said(Setting.THINKING);
    }

    /** Whether the thinking should be sent; absent asks for it where it must be asked for. */
    public Builder showsThinking(@Nullable Boolean value) {
      showsThinking = value;
      return said(Setting.SHOWN_THINKING);
    }

    /** The form that the answer must have; absent for text. */
    public Builder format(@Nullable OutputFormat value) {
      format = value;
      return said(Setting.FORMAT);
    }

    /** How much to say, in the words of OpenAI: {@code low}, {@code medium}, {@code high}. */
    public Builder verbosity(@Nullable String value) {
      verbosity = value;
      return said(Setting.VERBOSITY);
    }

    /** Absent leaves it to the provider, or to our default where one is required. */
    public Builder maxOutputTokens(@Nullable Integer value) {
      maxOutputTokens = value;
      return said(Setting.MAX_OUTPUT_TOKENS);
    }

    /** How many answers to give to the same question. */
    public Builder alternatives(@Nullable Integer value) {
      alternatives = value;
      return said(Setting.ALTERNATIVES);
    }

    /** How likely each token was, with that many likely alternatives; 0 for the token alone. */
    public Builder logprobs(@Nullable Integer value) {
      logprobs = value;
      return said(Setting.LOGPROBS);
    }

    /** Who asks, so that the provider can tell users apart. */
    public Builder userId(@Nullable String value) {
      userId = value;
      return said(Setting.USER);
    }

    /** How urgent it is, in the provider's words. */
    public Builder serviceTier(@Nullable String value) {
      serviceTier = value;
      return said(Setting.SERVICE_TIER);
    }

    /** A mark for the whole request, where the provider finds the place itself. */
    public Builder cache(@Nullable CacheMark value) {
      cache = value;
      return said(Setting.CACHE);
    }

    /** Requests with the same key are likely to begin the same way. */
    public Builder cacheKey(@Nullable String value) {
      cacheKey = value;
      return said(Setting.CACHE_KEY);
    }

    /** Whether the provider may keep the answer, so that it can be continued. */
    public Builder store(@Nullable Boolean value) {
      store = value;
      return said(Setting.STORE);
    }

    /** Puts a field of the provider's own into the body. */
    public Builder vendorOption(String name, Json value) {
      vendorOptions.put(name, value);
      original = null;
      return this;
    }

    /**
     * Sends an HTTP header with this request, over the provider's own of that name; a key or a
     * signature stays as it is.
     *
     * @throws IllegalArgumentException if it is none, or is not up to a caller, such as Host
     */
    public Builder header(String name, String value) {
      if (!HEADER.matcher(name).matches() || NOT_OURS.matcher(name).matches()) {
        throw new IllegalArgumentException("\"%s\" is not a header to set".formatted(name));
      }
      if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
        throw new IllegalArgumentException(
            "The header %s may hold visible characters of ASCII and spaces".formatted(name));
      }
      headers.put(name, value);
      return this;
    }

    /**
     * How long the whole answer may take; absent for as long as it takes.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder deadline(@Nullable Duration time) {
      if (time != null && !time.isPositive()) {
        throw new IllegalArgumentException("A deadline is a time above 0, saw " + time);
      }
      deadline = time;
      return this;
    }

    /** What to do if the provider's dialect cannot carry all of it. */
    public Builder onLoss(OnLoss rule) {
      onLoss = rule;
      return this;
    }

    /** Something was already lost. */
    public Builder lost(RequestLoss loss) {
      lost.add(loss);
      return this;
    }

    /** For readers of bodies, when they are done. */
    public Builder read(Origin body, Map<Setting, Origin> spelled) {
      origin = body;
      spellings.putAll(spelled);
      return this;
    }

    /** The request. */
    public Request build() {
      return new Request(
          new State(
              modelName,
              List.copyOf(messages),
              List.copyOf(tools),
              toolChoice,
              parallelCalls,
              thinking,
              showsThinking,
              sampling,
              format,
              verbosity,
              maxOutputTokens,
              alternatives,
              logprobs,
              inOrder(metadata),
              userId,
              serviceTier,
              cache,
              cacheKey,
              store,
              inOrder(vendorOptions),
              inOrder(headers),
              deadline,
              original,
              origin,
              spellings.isEmpty() ? Map.of() : Collections.unmodifiableMap(copyOf(spellings)),
              onLoss,
              List.copyOf(lost)));
    }

    /** A copy; most are empty, and a request is held as long as its answer comes. */
    private static <T> Map<String, T> inOrder(Map<String, T> map) {
      return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
  }
}
