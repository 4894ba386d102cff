package dev.weir.client.provider;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.Style.ThinkingField;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Providers that are known by name: where they are, what they speak, which variables of the
 * environment hold their key. Everything can be overridden by configuration.
 *
 * <p>A base URL may hold variables, as in {@code ${AWS_REGION:us-east-1}}, with a default where it
 * is not set.
 */
public final class Preset {
  public static final Preset OPENAI =
      new Preset(
          "openai",
          "openai-responses",
          "https://api.openai.com/v1",
          KeyPlace.BEARER,
          List.of("OPENAI_API_KEY"),
          "gpt-5.5",
          Style.DEFAULT.withMaxTokensField("max_completion_tokens"),
          Map.of());

  public static final Preset OPENAI_CHAT =
      chat(
          "openai-chat",
          "https://api.openai.com/v1",
          "gpt-5.5",
          Style.DEFAULT.withMaxTokensField("max_completion_tokens"),
          "OPENAI_API_KEY");

  public static final Preset AZURE =
      new Preset(
          "azure",
          "openai-responses",
          "${AZURE_OPENAI_ENDPOINT}/openai/v1",
          KeyPlace.API_KEY,
          List.of("AZURE_OPENAI_API_KEY"),
          null,
          Style.DEFAULT.withMaxTokensField("max_completion_tokens"),
          Map.of());

  public static final Preset ANTHROPIC =
      new Preset(
          "anthropic",
          "anthropic",
          "https://api.anthropic.com/v1",
          KeyPlace.X_API_KEY,
          List.of("ANTHROPIC_API_KEY"),
          "claude-sonnet-5-5",
          Style.DEFAULT,
          Map.of());

  public static final Preset GEMINI =
      new Preset(
          "gemini",
          "gemini",
          "https://generativelanguage.googleapis.com/v1beta",
          KeyPlace.X_GOOG_API_KEY,
          List.of("GEMINI_API_KEY", "GOOGLE_API_KEY"),
          "gemini-flash-latest",
          Style.DEFAULT,
          Map.of());

  public static final Preset GEMINI_INTERACTIONS =
      new Preset(
          "gemini-interactions",
          "gemini-interactions",
          "https://generativelanguage.googleapis.com/v1beta",
          KeyPlace.X_GOOG_API_KEY,
          List.of("GEMINI_API_KEY", "GOOGLE_API_KEY"),
          "gemini-flash-latest",
          Style.DEFAULT,
          Map.of());

  public static final Preset VERTEX =
      new Preset(
          "vertex",
          "gemini",
          "https://${GOOGLE_CLOUD_LOCATION:us-central1}-aiplatform.googleapis.com/v1/projects/"
              + "${GOOGLE_CLOUD_PROJECT}/locations/${GOOGLE_CLOUD_LOCATION:us-central1}/publishers/google",
          KeyPlace.BEARER,
          List.of("VERTEX_ACCESS_TOKEN"),
          "gemini-3.8-flash",
          Style.DEFAULT.withStreamedArguments(true),
          Map.of());

  public static final Preset XAI =
      new Preset(
          "xai",
          "openai-responses",
          "https://api.x.ai/v1",
          KeyPlace.BEARER,
          List.of("XAI_API_KEY"),
          "grok-4.7",
          Style.DEFAULT,
          Map.of());

  public static final Preset XAI_CHAT =
      chat("xai-chat", "https://api.x.ai/v1", "grok-4.7", Style.DEFAULT, "XAI_API_KEY");

  /** Over gRPC: asked by the module {@code weir-xai}. */
  public static final Preset XAI_GRPC =
      new Preset(
          "xai-grpc",
          "xai",
          "https://api.x.ai",
          KeyPlace.BEARER,
          List.of("XAI_API_KEY"),
          "grok-4.7",
          Style.DEFAULT,
          Map.of());

  public static final Preset DEEPSEEK =
      chat(
          "deepseek",
          "https://api.deepseek.com",
          "deepseek-flash",
          Style.DEFAULT.withThinking(ThinkingField.THINKING_TYPE),
          "DEEPSEEK_API_KEY");

  public static final Preset GLM =
      new Preset(
          "glm",
          "openai-chat",
          "https://api.z.ai/api/paas/v4",
          KeyPlace.BEARER,
          List.of("ZAI_API_KEY", "GLM_API_KEY"),
          "glm-5.3",
          // Usage comes unasked, and some of its stacks refuse the field that asks for it.
          Style.DEFAULT.withThinking(ThinkingField.THINKING_TYPE).withoutUsageQuestion(),
          Map.of("tool_stream", new Json.Bool(true)));

  public static final Preset GROQ =
      chat(
          "groq",
          "https://api.groq.com/openai/v1",
          "openai/gpt-oss-120b",
          Style.DEFAULT.withMaxTokensField("max_completion_tokens"),
          "GROQ_API_KEY");

  public static final Preset OPENROUTER =
      chat(
          "openrouter",
          "https://openrouter.ai/api/v1",
          "openrouter/auto",
          Style.DEFAULT.withThinking(ThinkingField.REASONING),
          "OPENROUTER_API_KEY");

  public static final Preset MISTRAL =
      chat(
          "mistral",
          "https://api.mistral.ai/v1",
          "mistral-medium-latest",
          // Usage comes unasked, and it refuses fields that it does not know.
          Style.DEFAULT.withThinking(ThinkingField.NONE).withoutUsageQuestion(),
          "MISTRAL_API_KEY");

  public static final Preset CEREBRAS =
      chat(
          "cerebras",
          "https://api.cerebras.ai/v1",
          "gpt-oss-120b",
          Style.DEFAULT.withMaxTokensField("max_completion_tokens"),
          "CEREBRAS_API_KEY");

  public static final Preset TOGETHER =
      chat(
          "together",
          "https://api.together.xyz/v1",
          "deepseek-ai/DeepSeek-V4-Flash-0731",
          Style.DEFAULT,
          "TOGETHER_API_KEY");

  public static final Preset FIREWORKS =
      chat(
          "fireworks",
          "https://api.fireworks.ai/inference/v1",
          "accounts/fireworks/models/kimi-k2p6",
          Style.DEFAULT,
          "FIREWORKS_API_KEY");

  public static final Preset MOONSHOT =
      chat(
          "moonshot",
          "https://api.moonshot.ai/v1",
          "kimi-k3",
          // It always thinks, and refuses the field that asks for it.
          Style.DEFAULT.withThinking(ThinkingField.NONE),
          "MOONSHOT_API_KEY");

  public static final Preset QWEN =
      chat(
          "qwen",
          "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
          "qwen3.7-max",
          Style.DEFAULT.withThinking(ThinkingField.NONE),
          "DASHSCOPE_API_KEY",
          "ALIBABA_API_KEY");

  public static final Preset PERPLEXITY =
      chat(
          "perplexity",
          "https://api.perplexity.ai",
          "sonar-pro",
          // Usage comes unasked.
          Style.DEFAULT.withThinking(ThinkingField.NONE).withoutUsageQuestion(),
          "PERPLEXITY_API_KEY");

  public static final Preset COHERE =
      new Preset(
          "cohere",
          "cohere",
          "https://api.cohere.com",
          KeyPlace.BEARER,
          List.of("COHERE_API_KEY", "CO_API_KEY"),
          "command-a-03-2025",
          Style.DEFAULT,
          Map.of());

  public static final Preset BEDROCK =
      new Preset(
          "bedrock",
          "bedrock",
          "https://bedrock-runtime.${AWS_REGION:us-east-1}.amazonaws.com",
          KeyPlace.BEARER,
          List.of("AWS_BEARER_TOKEN_BEDROCK"),
          null,
          Style.DEFAULT,
          Map.of());

  public static final Preset OLLAMA =
      new Preset(
          "ollama",
          "ollama",
          "http://localhost:11434",
          KeyPlace.BEARER,
          List.of(),
          null,
          Style.DEFAULT,
          Map.of());

  public static final Preset LLAMACPP =
      chat(
          "llamacpp",
          "http://localhost:8080/v1",
          "default",
          Style.DEFAULT.withThinking(ThinkingField.TEMPLATE));

  public static final Preset VLLM =
      chat(
          "vllm",
          "http://localhost:8000/v1",
          null,
          Style.DEFAULT.withThinking(ThinkingField.TEMPLATE));

  private static final List<Preset> ALL =
      List.of(
          OPENAI,
          OPENAI_CHAT,
          AZURE,
          ANTHROPIC,
          GEMINI,
          GEMINI_INTERACTIONS,
          VERTEX,
          XAI,
          XAI_CHAT,
          XAI_GRPC,
          DEEPSEEK,
          GLM,
          GROQ,
          OPENROUTER,
          MISTRAL,
          CEREBRAS,
          TOGETHER,
          FIREWORKS,
          MOONSHOT,
          QWEN,
          PERPLEXITY,
          COHERE,
          BEDROCK,
          OLLAMA,
          LLAMACPP,
          VLLM);

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::([^}]*))?}");

  private final String word;
  private final String dialect;
  private final String baseUrl;
  private final KeyPlace keyPlace;
  private final List<String> keyVariables;
  private final @Nullable String model;
  private final Style style;
  private final Map<String, Json> options;

  private Preset(
      String word,
      String dialect,
      String baseUrl,
      KeyPlace keyPlace,
      List<String> keyVariables,
      @Nullable String model,
      Style style,
      Map<String, Json> options) {
    this.word = word;
    this.dialect = dialect;
    this.baseUrl = baseUrl;
    this.keyPlace = keyPlace;
    this.keyVariables = keyVariables;
    this.model = model;
    this.style = style;
    this.options = options;
  }

  private static Preset chat(
      String word, String baseUrl, @Nullable String model, Style style, String... keyVariables) {
    return new Preset(
        word,
        "openai-chat",
        baseUrl,
        KeyPlace.BEARER,
        List.of(keyVariables),
        model,
        style,
        Map.of());
  }

  /** The name used on the command line and in configuration. */
  public String word() {
    return word;
  }

  /** The preset of that name; empty if there is none. */
  public static Optional<Preset> of(String word) {
    return ALL.stream().filter(p -> p.word.equals(word)).findFirst();
  }

  /** The first preset that needs a key and has one: who is asked unless somebody else is named. */
  public static Optional<Preset> withKey(Map<String, String> environment) {
    return ALL.stream().filter(preset -> preset.key(environment) != null).findFirst();
  }

  /** All presets, in the order in which they are shown and their keys are looked for. */
  public static List<Preset> all() {
    return ALL;
  }

  /**
   * What it speaks.
   *
   * @throws IllegalArgumentException if that needs a module that is not on the class path
   */
  public Dialect dialect() {
    return Dialects.named(dialect);
  }

  /** The base URL with its variables as they are. */
  public String baseUrlPattern() {
    return baseUrl;
  }

  /** The variables in which the key is looked for, in this order; none if there is no key. */
  public List<String> keyVariables() {
    return keyVariables;
  }

  /**
   * The model that is asked unless another is named; absent if there is none that everybody has.
   */
  public @Nullable String defaultModel() {
    return model;
  }

  /** Whether a key is set, or none is needed. */
  public boolean hasKey(Map<String, String> environment) {
    return keyVariables.isEmpty() || key(environment) != null;
  }

  /** The key, where the environment has one. */
  public @Nullable Secret key(Map<String, String> environment) {
    for (String variable : keyVariables) {
      String value = environment.get(variable);
      if (value != null && !value.isBlank()) {
        return Secret.of(value);
      }
    }
    return null;
  }

  /**
   * The provider as the environment describes it, to be changed or built.
   *
   * @param address the base URL to take instead of the preset's
   * @throws IllegalArgumentException if a variable of the base URL is not set
   */
  public Provider.Builder provider(
      String name, @Nullable String address, Map<String, String> environment) {
    String url = address == null ? filled(environment) : address;
    var builder =
        Provider.builder(name, dialect(), url)
            .key(key(environment))
            .keyPlace(keyPlace)
            .defaultModel(model)
            .style(style);
    options.forEach(builder::option);
    return builder;
  }

  /**
   * The provider as the environment describes it.
   *
   * @throws IllegalArgumentException if its key or a variable of its base URL is not set
   */
  public Provider provider(Map<String, String> environment) {
    if (!hasKey(environment)) {
      throw new IllegalArgumentException(
          "No key for %s: set %s%s"
              .formatted(
                  word,
                  String.join(" or ", keyVariables),
                  this == BEDROCK
                      ? ", or sign with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
                      : ""));
    }
    return provider(word, null, environment).build();
  }

  private String filled(Map<String, String> environment) {
    Matcher variables = VARIABLE.matcher(baseUrl);
    return variables.replaceAll(found -> {
      String value = environment.getOrDefault(found.group(1), found.group(2));
      if (value == null || value.isBlank()) {
        throw new IllegalArgumentException(
            "%s needs the variable %s for its address %s; set it, or a base URL"
                .formatted(word, found.group(1), baseUrl));
      }
      return Matcher.quoteReplacement(
          value.endsWith("/") ? value.substring(0, value.length() - 1) : value);
    });
  }
}
