package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * What several providers' rules for conversations have in common: they refuse messages that say
 * nothing, calls without a result and results without a call, each in its own words.
 */
public final class ConversationRules {
  private ConversationRules() {}

  /**
   * Refuses a request.
   *
   * @throws IllegalArgumentException with the provider's words, if it is wrong
   */
  public static void refuse(boolean isWrong, String words) {
    if (isWrong) {
      throw new IllegalArgumentException(words);
    }
  }

  /** Whether a message says that it is of that role. */
  public static boolean isRole(Json message, String role) {
    return message.get("role").textOrEmpty().equals(role);
  }

  /** Whether a content, a text or an array of parts, has nothing in it. */
  public static boolean isBlank(Json content) {
    return content.isArray() ? content.items().isEmpty() : content.textOrEmpty().isBlank();
  }

  /** The ids that are not among the others, where each of the others counts once. */
  public static List<String> without(List<String> some, List<String> others) {
    List<String> left = new ArrayList<>(some);
    others.forEach(left::remove);
    return left;
  }
}
