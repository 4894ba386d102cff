package dev.weir.codec.lifecycle;

import dev.weir.codec.json.Json;
import dev.weir.codec.lifecycle.status.Status;
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
   * Sums a phase's thinking up.
   *
   * @param thinking how the thinking began, its parts apart
   */
  record ThinkingComplete(long millis, String thinking) implements LifecycleEvent {}

  /**
   * A call whose arguments are there.
   *
   * @param isServer whether the provider runs it itself
   * @param isCut whether the arguments did not arrive whole
   */
  record ToolCallStart(
      @Nullable String id, @Nullable String name, String arguments, boolean isServer, boolean isCut)
      implements LifecycleEvent {}

  record ToolResult(
      @Nullable String id, @Nullable String name, boolean success, boolean isServer, Json detail)
      implements LifecycleEvent {}

  record WebSearch(Json data) implements LifecycleEvent {}

  record ArtifactComplete(Json detail) implements LifecycleEvent {}

  record ImageComplete(Json detail) implements LifecycleEvent {}

  /**
   * Text that was said takes another form.
   *
   * @param of the phase whose text it is
   * @param from where the text to be replaced begins in all that the phase's deltas said
   * @param length how long it is
   */
  record TextRepair(int of, int from, int length, String content) implements LifecycleEvent {}

  /**
   * Something is wrong, and the turn goes on.
   *
   * @param place where, as far as that can be said
   */
  record Warning(String code, String message, Json place) implements LifecycleEvent {}

  record Failed(Problem problem) implements LifecycleEvent {}
}
