package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * How the rest of a response is asked for that its provider keeps while nobody listens: what in a
 * chunk tells its place, and where what follows is fetched.
 */
public interface Resuming {

  /** The provider's name of the response, where a chunk tells it. */
  @Nullable String responseId(Json chunk);

  /** Whether chunks have numbers without holes, so that each can be told from all others. */
  boolean isNumbered();

  /**
   * The place of a chunk, after which the rest can be asked for; absent if it has none. It is a
   * number if chunks are numbered.
   */
  @Nullable String place(Json chunk);

  /**
   * The path of the rest, with its query.
   *
   * @param asked the path at which the response was asked for
   * @param place what came last, if it is known; else the response is told from its beginning
   * @param body the request
   */
  String path(String asked, String responseId, @Nullable String place, Json body);
}
