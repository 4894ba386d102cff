package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * How to ask for the rest of a response that its provider keeps while nobody listens: what in a
 * chunk gives its place, and where the rest is fetched.
 */
public interface Resuming {

  /** The provider's id of the response, if a chunk has it. */
  @Nullable String responseId(Json chunk);

  /** Whether chunks are numbered without holes, so that each can be told from all others. */
  boolean isNumbered();

  /**
   * The place of a chunk, after which the rest can be asked for; absent if it has none. It is a
   * number if chunks are numbered.
   */
  @Nullable String place(Json chunk);

  /**
   * The path of the rest, with its query.
   *
   * @param asked the path of the original request
   * @param place what came last, if that is known; else the response is sent from its beginning
   * @param body the request
   */
  String path(String asked, String responseId, @Nullable String place, Json body);

  /**
   * The path at which the provider is told that nobody wants the rest.
   *
   * @param asked the path of the original request
   */
  default String cancelPath(String asked, String responseId) {
    int question = asked.indexOf('?');
    String query = question < 0 ? "" : asked.substring(question);
    String path = asked.substring(0, asked.length() - query.length());
    return "%s/%s/cancel%s".formatted(path, responseId, query);
  }
}
