package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.event.Response;
import java.util.Optional;

/** What a client of a dialect does: it asks, and continues from the answer. */
public interface ClientSide {

  /**
   * Writes a request, without the vendor's own options, which are put in afterwards.
   *
   * @throws IllegalArgumentException if the dialect cannot ask this
   */
  Rendered write(Request request, String modelName, Style style);

  /**
   * What the next request contains to continue from a response of this dialect, with every id,
   * signature and encrypted part in its place: a JSON object, whose arrays are appended to the
   * request's fields of the same names ({@code messages}, {@code input}, {@code contents}), and
   * whose other fields are set.
   */
  String nextRequest(Response response);

  /**
   * Whether a request may end with the beginning of the answer, for the model to continue. A model
   * may still refuse it.
   */
  default boolean takesPrefill() {
    return false;
  }

  /**
   * How the rest of a response is fetched after a break; absent if it ends with its connection.
   *
   * @param body the request as it is sent
   */
  default Optional<Resuming> resuming(Json body) {
    return Optional.empty();
  }
}
