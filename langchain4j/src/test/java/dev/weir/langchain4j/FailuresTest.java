package dev.weir.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.LangChain4jException;
import dev.weir.client.call.ProviderError;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {

  @ParameterizedTest
  @CsvSource({
    "401, FAILED, false, AuthenticationException",
    "403, FAILED, false, AuthenticationException",
    "404, FAILED, false, ModelNotFoundException",
    "408, FAILED, true, TimeoutException",
    "429, FAILED, true, RateLimitException",
    "400, FAILED, false, InvalidRequestException",
    "422, FAILED, false, InvalidRequestException",
    "500, FAILED, true, InternalServerException",
    "529, FAILED, true, InternalServerException",
    "200, FAILED, true, RetriableException",
    "200, FAILED, false, NonRetriableException",
    ", TRUNCATED, true, RetriableException",
    ", STALLED, true, TimeoutException",
    ", CANCELLED, true, NonRetriableException",
  })
  void whatWentWrongIsAnExceptionOfTheirs(
      Integer status, Verdict verdict, boolean retryable, String exception) {
    var error =
        new ProviderError(
            StreamFault.Kind.PROVIDER_ERROR, status, "overloaded", "Busy.", retryable, null, "q1");
    LangChain4jException thrown = Failures.of("claude", verdict, error);
    assertThat(thrown.getClass().getSimpleName()).isEqualTo(exception);
    if (verdict != Verdict.CANCELLED) {
      assertThat(thrown).hasMessageContainingAll("claude", "overloaded", "Busy.", "q1");
    }
    if (status != null && status >= 400) {
      assertThat(thrown.getCause()).isInstanceOf(HttpException.class);
    }
  }

  @Test
  void aRequestThatCannotBeAskedIsInvalid() {
    assertThat(Failures.of(new IllegalArgumentException("No model named")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("No model named");
  }
}
