package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.ReadRequest;

/** Reads requests of a dialect. */
@FunctionalInterface
public interface RequestReader {

  /**
   * Reads a request.
   *
   * @throws BadRequestException if it is not valid in the dialect, with the path to what is wrong
   */
  ReadRequest read(Json body, Endpoint endpoint);
}
