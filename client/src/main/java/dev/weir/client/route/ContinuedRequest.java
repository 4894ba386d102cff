package dev.weir.client.route;

import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import java.util.List;

/** Asks a model to go on with what another began. */
final class ContinuedRequest {
  private static final String INSTRUCTION =
      """
      The connection broke while you were writing the answer above, and it ends in the middle. Go on \
      with it from exactly where it ends, as if nothing had happened: no greeting, no comment, no \
      apology, nothing said again. To show that you begin at the right place, let your reply begin \
      with these last words of it, copied character by character, and write on directly after them:

      """;

  private ContinuedRequest() {}

  /**
   * The beginning stands last, for the model to go on with. The last words are omitted: that the
   * model finds them itself proves that it goes on and does not begin something else.
   */
  static Request prefill(Request request, String said) {
    String beginning = said.substring(0, Overlap.tailStart(said)).stripTrailing();
    return beginning.isEmpty()
        ? request
        : request.withMore(List.of(new Message.Assistant(beginning)));
  }

  static Request instruct(Request request, String said) {
    String whole = whole(said);
    return whole.isBlank()
        ? request
        : request.withMore(
            List.of(
                new Message.Assistant(whole.stripTrailing()),
                Message.user(INSTRUCTION + whole(Overlap.tail(said)))));
  }

  /** Drops half a character at the end, which cannot be sent. */
  private static String whole(String text) {
    boolean isHalf = !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
    return isHalf ? text.substring(0, text.length() - 1) : text;
  }
}
