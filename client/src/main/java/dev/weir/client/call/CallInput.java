package dev.weir.client.call;

import dev.weir.codec.request.Rendered;
import java.util.Map;

/** What can happen to a call from outside, but for the bytes that come with every read. */
sealed interface CallInput {

  /** Starts the call. Comes once, and first. */
  record Begin(Rendered rendered) implements CallInput {}

  /** Something from an exchange; ignored if the call has left that exchange behind. */
  sealed interface OfExchange extends CallInput {
    int exchange();
  }

  record Connected(int exchange) implements OfExchange {}

  record Headers(int exchange, int status, Map<String, String> headers) implements OfExchange {}

  /** The bytes ended properly, as HTTP requires. */
  record BytesEnded(int exchange) implements OfExchange {}

  /**
   * There was no connection, or it broke.
   *
   * @param why a sentence, as if there had never been a connection
   * @param detail what is unusual about it; empty if nothing is
   */
  record Broke(int exchange, String why, String detail) implements OfExchange {}

  /** The alarm of that number rang; ignored if it was set again since. */
  record Rang(int alarm) implements CallInput {}

  record Cancelled() implements CallInput {}

  /** Reading stops for now, so silence is not the provider's. */
  record Paused() implements CallInput {}

  record Resumed() implements CallInput {}
}
