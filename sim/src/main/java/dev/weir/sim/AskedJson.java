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
    return reader(ask.body().length()).read(ask.body());
  }

  private static JsonReader reader(int length) {
    return new JsonReader(MAX_DEPTH, Math.max(1, length));
  }

  /** The body as JSON; null, as JSON has it, if it is something else. */
  static Json of(HttpAsk ask) {
    try {
      return read(ask);
    } catch (JsonException notJson) {
      return Json.Null.NULL;
    }
  }

  /** A text as JSON; null, as JSON has it, if it is something else. */
  static Json of(String text) {
    try {
      return reader(text.length()).read(text);
    } catch (JsonException notJson) {
      return Json.Null.NULL;
    }
  }
}
