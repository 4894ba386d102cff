package dev.weir.codec.chunk;

import java.util.Locale;

/** What a chunk contributes to. */
public enum PartKind {
  ASSISTANT,
  REASONING,
  FUNCTION_ARGUMENTS,
  REFUSAL,
  STATUS,
  TOOL_OUTPUT;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** The name used in the JSON form. */
  public String word() {
    return word;
  }
}
