package dev.weir.codec.request;

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
}
