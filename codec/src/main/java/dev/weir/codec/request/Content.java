package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/** One thing that a user says or shows. */
public sealed interface Content {

  record Text(String text) implements Content {}

  /**
   * A picture that goes along with the request.
   *
   * @param base64 its bytes
   */
  record Image(String mediaType, String base64) implements Content {}

  /** A picture that the provider fetches itself. */
  record ImageAt(String url) implements Content {}

  /**
   * A document that goes along with the request.
   *
   * @param name what it is called, where that is known
   * @param base64 its bytes
   */
  record File(@Nullable String name, String mediaType, String base64) implements Content {}

  /** A document that the provider fetches itself. */
  record FileAt(String url) implements Content {}

  /**
   * What only one dialect has, in its own JSON. It goes back in that dialect and in no other.
   *
   * @param dialect the word of the dialect
   */
  record Other(String dialect, Json json) implements Content {}
}
