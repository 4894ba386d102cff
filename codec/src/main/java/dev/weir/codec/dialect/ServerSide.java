package dev.weir.codec.dialect;

import dev.weir.codec.Frame;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.BadRequestException;
import dev.weir.event.StreamEvent;
import dev.weir.event.Usage;
import java.util.List;
import java.util.Optional;

/**
 * What a server of a dialect does: it is asked at a path, and answers whole or with an error.
 * Streams are written by {@link Encoding}.
 */
public interface ServerSide extends RequestReader {

  /** Where it is asked, for people to read, with MODEL for the model's name. */
  String path();

  /** Every path at which it is asked, with MODEL for the model's name. */
  default List<String> paths() {
    return List.of(path());
  }

  /**
   * What is asked at a path; empty if the dialect has no such path. Only the end of a path counts,
   * so that any prefix will do as a base URL: {@code /v1}, {@code /openai/deployments/x}.
   */
  Optional<Endpoint> endpoint(String path, String query);

  /** The request in a body, where a path wraps it in a form of its own. */
  default Json asked(Json body) {
    return body;
  }

  /**
   * A request as the provider takes it, where clients are known to write it in a form that the
   * provider refuses, but that can only mean one thing.
   */
  default Json inOwnForm(Json body) {
    return body;
  }

  /**
   * A whole answer, where a path has a form of its own for it.
   *
   * @param form in which the path sends streams
   */
  default String whole(String answer, StreamForm form) {
    return answer;
  }

  /** What clients look up before they ask anything, such as the models that there are. */
  default List<InfoPath> infoPaths() {
    return List.of();
  }

  /**
   * Checks the conversation of a request: what the provider refuses once it refuses from then on,
   * because it stays in the conversation.
   *
   * @throws IllegalArgumentException if the provider would refuse it, with the provider's words
   */
  default void check(Json body) {}

  /**
   * An answer as one JSON object, for a client that did not ask for a stream. Where clients come
   * back for responses, it may still be on its way or not have come to its end.
   */
  String whole(List<StreamEvent> events, EventSource source, EncodeOptions options);

  /** A call that failed. */
  ErrorAnswer error(int status, String message);

  /**
   * An error inside a stream that began well.
   *
   * @param sequenceNumber the number of this frame, where the dialect numbers them
   */
  Frame errorFrame(String message, long sequenceNumber);

  /** Fields without which the provider does not answer. */
  default List<String> requiredFields() {
    return List.of();
  }

  /**
   * Refuses a body that lacks one of them.
   *
   * @throws BadRequestException if it does
   */
  default void checkRequired(Json body) {
    for (String field : requiredFields()) {
      if (!body.has(field)) {
        throw new BadRequestException(field, "Field required");
      }
    }
  }

  /** Whether a client wants to be told the usage at the end of its stream. */
  default boolean wantsUsage(Json body) {
    return true;
  }

  /**
   * The headers that belong to a request as much as its body does: they are passed on to a provider
   * of this dialect.
   */
  default List<String> requestHeaders() {
    return List.of();
  }

  /** Whether clients come back for a response by its id. */
  default boolean keepsResponses() {
    return false;
  }

  /** What a response's id was made from; absent if it is not one of ours. */
  default Optional<String> responseKey(String id) {
    return Optional.empty();
  }

  /** The id of a response, as it looks in this dialect. */
  default String responseId(String key) {
    return key;
  }

  /** How opaque reasoning travels to the client and back. */
  default ReasoningCarrier reasoningCarrier() {
    return ReasoningCarrier.NONE;
  }

  /** Usage with every count that clients of this dialect take for granted. */
  default Usage fullUsage(Usage known) {
    return known;
  }

  /** The response that a request continues, by its id; absent if it has all of its conversation. */
  default Optional<String> continues(Json body) {
    return Optional.empty();
  }

  /**
   * The request with the conversation that it continues in it.
   *
   * @param asked the request before, with all of its own conversation
   * @param answered what was answered to it, whole
   */
  default Json continued(Json body, Json asked, Json answered) {
    return body;
  }

  /** What a response repeats of its request. */
  default Json repeated(Json body) {
    return Json.Null.NULL;
  }

  /** Whether the answer goes on without its client, who comes back for it. */
  default boolean isInBackground(Json body) {
    return false;
  }

  /** The request without that wish, for whoever grants it. */
  default Json inForeground(Json body) {
    return body;
  }

  /** Where clients of this dialect ask for what only its provider has. */
  default List<String> unofferedPaths() {
    return List.of();
  }
}
