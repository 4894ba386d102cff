package dev.weir.codec.read;

import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolChoice.Mode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads which tools to call, as OpenAI's dialects say it. */
public final class Choices {
  private Choices() {}

  /**
   * Reads a choice.
   *
   * @param inType whether a tool's name is in a field named after its type
   * @return {@code null} if there is none, or one that only this dialect has
   */
  public static @Nullable ToolChoice of(Field choice, boolean inType) {
    if (choice.isText()) {
      Mode mode = mode(choice.text());
      return mode == null ? null : new ToolChoice(mode, List.of());
    }
    if (choice.objectIfAny() == null) {
      return null;
    }
    String type = choice.get("type").textOrEmpty();
    ToolChoice read = of(choice, type, inType);
    if (read == null) {
      choice.unreadAgain();
    }
    return read;
  }

  private static @Nullable ToolChoice of(Field choice, String type, boolean inType) {
    return switch (type) {
      case "function", "custom" -> ToolChoice.named(name(choice, type, inType));
      case "allowed_tools" -> allowed(inType ? choice.get("allowed_tools") : choice, inType);
      default -> null;
    };
  }

  private static String name(Field tool, String type, boolean inType) {
    // Whoever sends tools flat, as Responses has them, chooses among them in the same way.
    boolean isFlat = !inType || (tool.has("name") && !tool.has(type));
    return (isFlat ? tool : tool.get(type)).get("name").text();
  }

  private static @Nullable ToolChoice allowed(Field allowed, boolean inType) {
    Mode mode = mode(allowed.get("mode").textOrEmpty());
    List<String> names = new ArrayList<>();
    for (Field tool : allowed.get("tools").itemsIfAny()) {
      String type = tool.get("type").textOrEmpty();
      if (!type.equals("function") && !type.equals("custom")) {
        // Some of the provider's own tools.
        return null;
      }
      names.add(name(tool, type, inType));
    }
    return mode == null ? null : new ToolChoice(mode, names);
  }

  private static @Nullable Mode mode(String word) {
    return switch (word) {
      case "auto" -> Mode.AUTO;
      case "none" -> Mode.NONE;
      // Mistral says any.
      case "required", "any" -> Mode.REQUIRED;
      default -> null;
    };
  }
}
