package dev.weir.event;

import org.jspecify.annotations.Nullable;

/** One thing that a {@link PhaseTracker} says; order matters. */
public sealed interface PhaseEvent {

  /** Every event of the stream as it is, before what follows from it. */
  record Received(StreamEvent event) implements PhaseEvent {}

  /** The first reasoning of an output; its delta follows. */
  record ReasoningStart(OutputStats stats) implements PhaseEvent {}

  /** More reasoning. */
  record ReasoningDelta(OutputStats stats, String text) implements PhaseEvent {}

  /** Said at most once per output, and only if it had reasoning. */
  record ReasoningComplete(OutputStats stats) implements PhaseEvent {}

  /** The first content of an output; its delta follows. */
  record ContentStart(OutputStats stats) implements PhaseEvent {}

  /** More content. */
  record ContentDelta(OutputStats stats, String text) implements PhaseEvent {}

  /** Said at most once per output, and only if it had content. */
  record ContentComplete(OutputStats stats) implements PhaseEvent {}

  /** The provider said why an output ended; said once per output, when it comes. */
  record Finish(OutputStats stats) implements PhaseEvent {}

  /** A citation or another mark, in the provider's own JSON. */
  record Citation(int output, String kind, String json) implements PhaseEvent {}

  /** A call that the client must run. */
  record ClientToolCall(Call call) implements PhaseEvent {}

  /** A call that the provider runs itself. */
  record ServerToolCall(Call call) implements PhaseEvent {}

  /** The provider's counts so far. */
  record UsageReport(Usage usage) implements PhaseEvent {}

  /**
   * The stream did not end well. Everything that was due has been said before.
   *
   * @param fault what the provider reported, or what made the stream fail; absent if it just ended
   */
  record Failure(Verdict verdict, @Nullable StreamFault fault) implements PhaseEvent {}

  /** The last of all. */
  record End(Verdict verdict, @Nullable String word, @Nullable Usage usage) implements PhaseEvent {}

  /**
   * One call of a tool, with all its arguments.
   *
   * @param complete {@code false} if the arguments did not arrive whole; such a call must not be
   *     run
   */
  record Call(
      int output, @Nullable String id, @Nullable String name, String arguments, boolean complete) {}
}
