package dev.weir.client.route;

import java.time.Duration;

/** What can happen to a route's call. Inputs of a try that was left behind are ignored. */
sealed interface RouteInput {

  /** Starts the call. Comes once, and first. */
  record Begin() implements RouteInput {}

  /** The first content of a try was shown. */
  record Content(int attempt) implements RouteInput {}

  /** Content of a continuation came, though it is not yet known whether it joins what was seen. */
  record Alive(int attempt) implements RouteInput {}

  /** That much more content came. */
  record More(int attempt, int characters) implements RouteInput {}

  /** The provider asks to be left alone, after this try. */
  record AskedToRest(int attempt, Duration time) implements RouteInput {}

  /** The provider has brought the answer to its end. */
  record Answered(int attempt) implements RouteInput {}

  /** A try failed, or broke off. */
  record Failed(int attempt, Failure failure) implements RouteInput {}

  /** The alarm of that number rang; ignored if it was set again since. */
  record Rang(int alarm) implements RouteInput {}

  record Cancelled() implements RouteInput {}

  /** The reader took that long, which is not the provider's fault. */
  record Held(Duration time) implements RouteInput {}
}
