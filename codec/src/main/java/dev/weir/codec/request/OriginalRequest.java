package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import java.util.Map;

/**
 * A request as its client wrote it. A provider of the same dialect gets it as it is, so nothing is
 * lost on the straight way, whether or not we know it.
 *
 * @param dialect the name of the dialect that it is written in
 * @param headers those of its headers that belong to what is asked
 */
public record OriginalRequest(String dialect, Json body, Map<String, String> headers) {
  public OriginalRequest {
    headers = Map.copyOf(headers);
  }
}
