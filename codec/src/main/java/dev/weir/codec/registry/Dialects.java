package dev.weir.codec.registry;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.anthropic.AnthropicDialect;
import dev.weir.codec.dialect.bedrock.BedrockDialect;
import dev.weir.codec.dialect.chat.ChatDialect;
import dev.weir.codec.dialect.cohere.CohereDialect;
import dev.weir.codec.dialect.gemini.GeminiDialect;
import dev.weir.codec.dialect.interactions.InteractionsDialect;
import dev.weir.codec.dialect.ollama.OllamaDialect;
import dev.weir.codec.dialect.responses.ResponsesDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * The known dialects: those of the codec, and those that other modules on the class path add. This
 * is the one place that names them all.
 */
public final class Dialects {
  public static final Dialect OPENAI_RESPONSES = new ResponsesDialect();
  public static final Dialect OPENAI_CHAT = new ChatDialect();
  public static final Dialect ANTHROPIC = new AnthropicDialect();

  /** Models behind it answer in Converse's chunks, or in those of their own protocol. */
  public static final Dialect BEDROCK = new BedrockDialect(List.of(ANTHROPIC, OPENAI_CHAT));

  public static final Dialect GEMINI = new GeminiDialect();
  public static final Dialect GEMINI_INTERACTIONS = new InteractionsDialect();
  public static final Dialect OLLAMA = new OllamaDialect();
  public static final Dialect COHERE = new CohereDialect();

  private static final List<Dialect> OWN =
      List.of(
          OPENAI_RESPONSES,
          OPENAI_CHAT,
          ANTHROPIC,
          BEDROCK,
          GEMINI,
          GEMINI_INTERACTIONS,
          OLLAMA,
          COHERE);

  private Dialects() {}

  /** Looked up when first needed, so that nobody pays for modules that are not used. */
  private static final class Found {
    static final List<Dialect> ALL = all();

    private static List<Dialect> all() {
      List<Dialect> all = new ArrayList<>(OWN);
      ServiceLoader.load(Dialect.class, Dialect.class.getClassLoader()).forEach(all::add);
      return List.copyOf(all);
    }
  }

  /** The codec's own, without those of other modules. */
  public static List<Dialect> own() {
    return OWN;
  }

  /** All of them, in the order in which they are shown. */
  public static List<Dialect> all() {
    return Found.ALL;
  }

  /** The dialect of that name; Bedrock also has a longer one, after its operation. */
  public static Optional<Dialect> of(String word) {
    if (word.equals("bedrock-converse")) {
      return Optional.of(BEDROCK);
    }
    return OWN.stream()
        .filter(d -> d.word().equals(word))
        .findFirst()
        .or(() -> all().stream().filter(d -> d.word().equals(word)).findFirst());
  }

  /**
   * The dialect of that name.
   *
   * @throws IllegalArgumentException if none on the class path has it
   */
  public static Dialect named(String word) {
    return of(word)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "No dialect on the class path is called \"%s\"; there are %s. One that has a module of its own needs that: add weir-%s"
                    .formatted(word, words(), word)));
  }

  /** The names of all, for a message or a usage text. */
  public static String words() {
    return all().stream().map(Dialect::word).collect(Collectors.joining(", "));
  }
}
