package dev.weir.client;

import dev.weir.client.call.ProviderError;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown, where the caller asks for exceptions, when a response did not come to its end. */
public final class ResponseException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient @Nullable Answer answer;

  ResponseException(Answer answer) {
    super(message(answer));
    this.answer = answer;
  }

  private static String message(Answer answer) {
    String how = "The response of %s ended as %s".formatted(answer.provider(), answer.verdict());
    String word = answer.response().word();
    String ended = word == null ? how : "%s (%s)".formatted(how, word);
    return answer.error().map(error -> ended + ": " + error.inWords()).orElse(ended);
  }

  /** What came before; absent only where the exception came from another process. */
  public Optional<Answer> answer() {
    return Optional.ofNullable(answer);
  }

  /** What went wrong. */
  public Optional<ProviderError> error() {
    return answer().flatMap(Answer::error);
  }
}
