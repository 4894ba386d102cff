package dev.weir.codec.dialect;

import dev.weir.event.BlockId;
import org.jspecify.annotations.Nullable;

/**
 * Makes ids for calls that came without one: Gemini sends none, and clients of other dialects
 * cannot answer a call without one. The response's id is part of them, because some providers
 * refuse a conversation in which an id comes twice.
 */
public final class CallIds {
  private CallIds() {}

  /** An id for a call that its dialect gave none. */
  public static String of(@Nullable String responseId, BlockId block) {
    StringBuilder id = new StringBuilder("call_");
    if (responseId != null) {
      for (int i = 0; i < responseId.length(); i++) {
        char c = responseId.charAt(i);
        boolean isPlain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        id.append(isPlain ? c : '_');
      }
      id.append('_');
    }
    return id.append(block.block()).toString();
  }
}
