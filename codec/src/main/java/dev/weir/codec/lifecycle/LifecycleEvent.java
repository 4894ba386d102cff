package dev.weir.codec.lifecycle;

import dev.weir.codec.json.Json;
import dev.weir.event.StreamEvent;
import dev.weir.event.status.Status;
import org.jspecify.annotations.Nullable;

/** What a front end is told; its phase and time are added when it is written. */
sealed interface LifecycleEvent {

  record ThinkingStart() implements LifecycleEvent {}

  /**
   * More reasoning.
   *
   * @param isNewPart whether another part of the reasoning begins here
   */
  record ThinkingDelta(String content, boolean isNewPart) implements LifecycleEvent {}

  record StatusFound(Status status) implements LifecycleEvent {}

  record ThinkingEnd(long millis) implements LifecycleEvent {}

  record TextStart() implements LifecycleEvent {}

  record TextDelta(String content) implements LifecycleEvent {}

  record TextEnd(String finishReason) implements LifecycleEvent {}

  /**
   * Sums up a phase's thinking.
   *
   * @param thinking how the thinking began, with its parts separated
   */
  record ThinkingComplete(long millis, String thinking) implements LifecycleEvent {}

  /**
   * Which call an event is about.
   *
   * @param number of the call in its turn, from 0; -1 if it is not known
   * @param isServer whether the provider runs it itself
   */
  record Called(@Nullable String id, @Nullable String name, int number, boolean isServer) {}

  /** A call is on its way, and grows. */
  record ToolCallDelta(Called call, String content) implements LifecycleEvent {}

  /**
   * A call whose arguments are there.
   *
   * @param isCut whether the stream was cut inside the arguments
   */
  record ToolCallStart(Called call, String arguments, boolean isCut) implements LifecycleEvent {}

  /** A tool of the provider progressed. */
  record ToolMoved(Called call, String status) implements LifecycleEvent {}

  /**
   * A tool has finished.
   *
   * @param output the beginning of what it returned
   * @param outputLength how long all of it is
   * @param error why it failed, as far as that is known; absent if it did not
   */
  record ToolResult(
      Called call,
      boolean success,
      String output,
      int outputLength,
      @Nullable String error,
      Json detail)
      implements LifecycleEvent {

    /** A result that says nothing of what the tool returned. */
    static ToolResult without(Called call, boolean success, @Nullable String error, Json detail) {
      return new ToolResult(call, success, /* output= */ "", /* outputLength= */ 0, error, detail);
    }
  }

  record WebSearch(Json data) implements LifecycleEvent {}

  record ArtifactComplete(Json detail) implements LifecycleEvent {}

  record ImageComplete(Json detail) implements LifecycleEvent {}

  /**
   * Text that was said is replaced.
   *
   * @param of the phase whose text it is
   * @param from where the replaced text begins in all that the phase's deltas said
   * @param length how long it is
   */
  record TextRepair(int of, int from, int length, String content) implements LifecycleEvent {}

  /**
   * Something is wrong, but the turn goes on.
   *
   * @param place where, as far as that can be said
   */
  record Warning(String code, String message, Json place) implements LifecycleEvent {}

  /** In a route: a try came to nothing, and another follows. */
  record TryFailed(StreamEvent.FailedTry told) implements LifecycleEvent {}

  /**
   * In a route: another model goes on with the text.
   *
   * @param at where in all that the phase's deltas said
   */
  record SeamTold(StreamEvent.Seam told, int at) implements LifecycleEvent {}

  record Failed(Problem problem) implements LifecycleEvent {}
}
