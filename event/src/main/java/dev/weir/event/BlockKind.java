package dev.weir.event;

import java.util.Locale;

/** What one block holds. */
public enum BlockKind {
  TEXT,
  REASONING,
  /** A call that the client must run: function and custom tools. */
  TOOL_CALL,
  /** A call that the provider runs or defines itself. */
  SERVER_TOOL,
  /** What a tool returned: the provider's, or one that the client ran in a turn. */
  TOOL_OUTPUT,
  REFUSAL,
  /** Picture, sound or file; deltas are base64 or a URL, as the provider sent them. */
  MEDIA;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** The name used in the JSON form. */
  public String word() {
    return word;
  }
}
