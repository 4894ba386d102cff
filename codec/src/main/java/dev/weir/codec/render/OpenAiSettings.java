package dev.weir.codec.render;

import dev.weir.codec.request.Content;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Setting;
import dev.weir.codec.request.ToolChoice;
import java.util.Locale;
import java.util.Set;

/** Settings that both of OpenAI's dialects have under the same names. */
public final class OpenAiSettings {
  private static final Set<String> TIERS = Set.of("auto", "default", "flex", "scale", "priority");

  private OpenAiSettings() {}

  public static void write(Draft draft) {
    Request request = draft.request();
    draft
        .carry(Setting.USER, "user", request.userId())
        .carry(Setting.CACHE_KEY, "prompt_cache_key", request.cacheKey())
        .carry(Setting.STORE, "store", request.store());
    draft.carry(
        Setting.METADATA,
        () -> {
          var metadata = new Tree();
          request.metadata().forEach(metadata::put);
          draft.body().put("metadata", metadata);
        });
    tier(draft, TIERS);
  }

  /** How urgent it is, if the dialect knows the word. */
  public static void tier(Draft draft, Set<String> known) {
    String tier = draft.request().serviceTier();
    if (tier != null && (known.contains(tier) || draft.isOwn())) {
      draft.carry(Setting.SERVICE_TIER, "service_tier", tier);
    }
  }

  /** Whether it is kept under an id that may be OpenAI's. */
  public static boolean isKept(Content.Attachment shown) {
    Origin origin = shown.note().origin();
    return origin == null || origin.dialect().startsWith("openai-");
  }

  public static String word(ToolChoice.Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }
}
