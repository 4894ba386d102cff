package dev.weir.client.render;

import dev.weir.client.request.Content;
import dev.weir.client.request.OutputFormat;
import dev.weir.client.request.Request;
import dev.weir.client.request.Thinking;
import dev.weir.client.request.Thinking.Level;
import dev.weir.codec.json.Json;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What several dialects make of the same wish. */
final class Wishes {
  static final String JSON_ONLY = "Answer with one JSON value and nothing else.";

  private static final int LOW_TOKENS = 2_048;
  private static final int MEDIUM_TOKENS = 8_192;
  private static final int HIGH_TOKENS = 16_384;

  private Wishes() {}

  /** The effort nearest to a wish, in the words that most providers share. */
  static String effort(Thinking thinking) {
    return switch (thinking) {
      case Thinking.Off off -> "none";
      case Thinking.Effort effort -> effort.level().name().toLowerCase(Locale.ROOT);
      case Thinking.Budget budget ->
          budget.tokens() <= LOW_TOKENS
              ? "low"
              : budget.tokens() <= MEDIUM_TOKENS ? "medium" : "high";
    };
  }

  /** The number of tokens nearest to a wish. */
  static int budget(Thinking thinking) {
    return switch (thinking) {
      case Thinking.Off off -> 0;
      case Thinking.Effort effort -> budget(effort.level());
      case Thinking.Budget budget -> budget.tokens();
    };
  }

  private static int budget(Level level) {
    return switch (level) {
      case MINIMAL -> LOW_TOKENS / 2;
      case LOW -> LOW_TOKENS;
      case MEDIUM -> MEDIUM_TOKENS;
      case HIGH -> HIGH_TOKENS;
    };
  }

  static String dataUrl(Content.Image image) {
    return "data:" + image.mediaType() + ";base64," + image.base64();
  }

  /** OpenAI refuses to be strict about a schema that leaves fields open. */
  static boolean isStrict(Json schema) {
    return schema.get("additionalProperties") instanceof Json.Bool open && !open.value();
  }

  /** The instructions, with a plea for JSON where a dialect has no field for that. */
  static @Nullable String instructionsAskingForJson(Request request) {
    String told = Conversation.instructions(request);
    if (!(request.format() instanceof OutputFormat.AnyJson)) {
      return told;
    }
    return told == null ? JSON_ONLY : told + "\n\n" + JSON_ONLY;
  }

  static IllegalArgumentException cannotFetch(String dialect, Content.ImageAt image) {
    return new IllegalArgumentException(
        "%s does not fetch pictures itself, saw one at %s; fetch it and send its bytes"
            .formatted(dialect, image.url()));
  }
}
