package dev.weir.sim;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.sim.http.HttpAsk;

/** Reads the body of a request. */
final class AskedJson {
  private static final int MAX_DEPTH = 200;

  private AskedJson() {}

  /**
   * The body as JSON.
   *
   * @throws JsonException if it is something else
   */
  static Json read(HttpAsk ask) {
    return new JsonReader(MAX_DEPTH, Math.max(1, ask.body().length())).read(ask.body());
  }

  /** The body as JSON; null, as JSON has it, if it is something else. */
  static Json of(HttpAsk ask) {
    try {
      return read(ask);
    } catch (JsonException notJson) {
      return Json.Null.NULL;
    }
  }
}
