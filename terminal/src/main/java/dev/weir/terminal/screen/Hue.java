package dev.weir.terminal.screen;

/** What a colour stands for; the palette says which colour that is. */
public enum Hue {
  PLAIN,
  THINKING,
  ANSWER,
  CALL,
  TOOL_OUTPUT,
  REFUSAL,
  FAULT,
  FINE,
  CODE,
  HEADING,
  LINK,
  MUTED
}
