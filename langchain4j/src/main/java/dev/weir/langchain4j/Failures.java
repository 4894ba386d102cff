package dev.weir.langchain4j;

import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.RetriableException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.weir.client.call.ProviderError;
import dev.weir.codec.request.LossRefusedException;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.Verdict;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What went wrong, as LangChain4j's own exceptions. Pure. */
final class Failures {
  private Failures() {}

  /** Why a response did not come to its end; the cause tells the status, where there is one. */
  static LangChain4jException of(String provider, Verdict verdict, @Nullable ProviderError error) {
    if (verdict == Verdict.CANCELLED || error == null) {
      String how = "The response of %s ended as %s".formatted(provider, verdict);
      return verdict == Verdict.STALLED
          ? new TimeoutException(how)
          : new NonRetriableException(how);
    }
    String words = "%s: %s".formatted(provider, error.inWords());
    Integer status = error.status();
    if (status != null && status >= 400) {
      return ofStatus(status, words, new HttpException(status, words));
    }
    if (verdict == Verdict.STALLED) {
      return new TimeoutException(words);
    }
    return error.retryable() ? new RetriableException(words) : new NonRetriableException(words);
  }

  private static LangChain4jException ofStatus(int status, String words, HttpException cause) {
    return switch (status) {
      case 401, 403 -> new AuthenticationException(words, cause);
      case 404 -> new ModelNotFoundException(words, cause);
      case 408 -> new TimeoutException(words, cause);
      case 429 -> new RateLimitException(words, cause);
      default ->
          status >= 500
              ? new InternalServerException(words, cause)
              : new InvalidRequestException(words, cause);
    };
  }

  /** Why a request could not be sent at all. */
  static LangChain4jException of(IllegalArgumentException wrong) {
    if (!(wrong instanceof LossRefusedException refused)) {
      return new InvalidRequestException(String.valueOf(wrong.getMessage()), wrong);
    }
    return new UnsupportedFeatureException(
        refused.losses().stream().map(Failures::inWords).collect(Collectors.joining("; ")));
  }

  private static String inWords(RequestLoss loss) {
    // Of messages only what is not text can be lost such that it matters.
    String what =
        loss.field().startsWith("messages") ? "non-text content of " + loss.field() : loss.field();
    return "%s is not supported: %s".formatted(what, loss.why());
  }
}
