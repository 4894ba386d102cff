package dev.weir.client.call;

import dev.weir.codec.request.Rendered;
import java.util.Map;

/** What can happen to a call from outside. */
sealed interface CallInput {

  /** The call is to be made. Comes once, and first. */
  record Begin(Rendered rendered) implements CallInput {}

  /** Something of an exchange; of one that the call has left behind it means nothing any more. */
  sealed interface OfExchange extends CallInput {
    int exchange();
  }

  record Connected(int exchange) implements OfExchange {}

  record Headers(int exchange, int status, Map<String, String> headers) implements OfExchange {}

  @SuppressWarnings("ArrayRecordComponent") // A slice is the transport's own array everywhere.
  record Slice(int exchange, byte[] bytes) implements OfExchange {}

  /** The bytes ended as http wants it. */
  record BytesEnded(int exchange) implements OfExchange {}

  /**
   * There was no connection, or it broke.
   *
   * @param why in words, as of one that never was
   * @param detail what is unusual about it; empty for nothing
   */
  record Broke(int exchange, String why, String detail) implements OfExchange {}

  /** The alarm of that number rang; one that was set anew since then means nothing. */
  record Rang(int alarm) implements CallInput {}

  record Cancelled() implements CallInput {}

  /** Nothing is to be read for now, which is nobody's silence. */
  record Paused() implements CallInput {}

  record Resumed() implements CallInput {}
}
