package dev.weir.terminal.view;

import dev.weir.event.BlockKind;
import dev.weir.terminal.screen.Hue;

/** The sections of a panel, in the order they are shown. */
enum SectionKind {
  REASONING("◆ thinking", Hue.THINKING),
  ASSISTANT("● answer", Hue.ANSWER),
  ARGUMENTS("▶ call", Hue.CALL),
  TOOL_OUTPUT("◀ tool output", Hue.TOOL_OUTPUT),
  REFUSAL("■ refusal", Hue.REFUSAL);

  private final String label;
  private final Hue hue;

  SectionKind(String label, Hue hue) {
    this.label = label;
    this.hue = hue;
  }

  static SectionKind of(BlockKind kind) {
    return switch (kind) {
      case REASONING -> REASONING;
      case TEXT, MEDIA -> ASSISTANT;
      case TOOL_CALL, SERVER_TOOL -> ARGUMENTS;
      case TOOL_OUTPUT -> TOOL_OUTPUT;
      case REFUSAL -> REFUSAL;
    };
  }

  String label() {
    return label;
  }

  Hue hue() {
    return hue;
  }
}
