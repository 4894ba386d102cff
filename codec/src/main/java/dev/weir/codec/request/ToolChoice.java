package dev.weir.codec.request;

import java.util.List;

/**
 * Whether the model may, must or must not call tools, and which.
 *
 * @param names the only tools that it may call; empty for all
 */
public record ToolChoice(Mode mode, List<String> names) {
  public static final ToolChoice AUTO = new ToolChoice(Mode.AUTO, List.of());
  public static final ToolChoice NONE = new ToolChoice(Mode.NONE, List.of());
  public static final ToolChoice REQUIRED = new ToolChoice(Mode.REQUIRED, List.of());

  public ToolChoice {
    names = List.copyOf(names);
  }

  /** This tool must be called. */
  public static ToolChoice named(String tool) {
    return new ToolChoice(Mode.REQUIRED, List.of(tool));
  }

  /** Whether one tool and no other must be called. */
  public boolean isNamed() {
    return mode == Mode.REQUIRED && names.size() == 1;
  }

  /**
   * What is left of it once a tool has been called: what had to be called has been, so the model
   * decides about the rest. Otherwise it would have to call for ever instead of answering.
   */
  public ToolChoice fulfilled() {
    return mode != Mode.REQUIRED ? this : isNamed() ? AUTO : new ToolChoice(Mode.AUTO, names);
  }

  /** Whether tools are called. */
  public enum Mode {
    /** As the model decides. */
    AUTO,
    NONE,
    REQUIRED
  }
}
