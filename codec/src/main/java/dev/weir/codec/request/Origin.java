package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import java.util.List;

/**
 * Where a part of a request was read, and what stood there. In its own dialect a part goes back as
 * it was, with whatever only that dialect knows.
 *
 * @param dialect the word of the dialect
 * @param path names and numbers from the body's root
 * @param json the part in the dialect's own words
 * @param elsewhere what every other dialect loses of it
 */
public record Origin(String dialect, String path, Json json, List<RequestLoss> elsewhere) {
  public Origin {
    elsewhere = List.copyOf(elsewhere);
  }

  /** Whether it was read in that dialect. */
  public boolean isOf(String otherDialect) {
    return dialect.equals(otherDialect);
  }
}
