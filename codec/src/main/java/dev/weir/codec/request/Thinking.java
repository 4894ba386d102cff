package dev.weir.codec.request;

/** How much a model should think before it answers. Each dialect gets the nearest it knows. */
public sealed interface Thinking {

  /** No thinking, where the model can be told so. */
  record Off() implements Thinking {}

  /** As much as the model sees fit. */
  record On() implements Thinking {}

  /** As hard as that. */
  record Effort(Level level) implements Thinking {}

  /** At most that many tokens. */
  record Budget(int tokens) implements Thinking {}

  /** How hard to think. */
  enum Level {
    MINIMAL,
    LOW,
    MEDIUM,
    HIGH,
    XHIGH,
    MAX
  }
}
