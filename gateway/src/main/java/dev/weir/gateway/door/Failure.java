package dev.weir.gateway.door;

import dev.weir.client.call.ProviderError;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.HalfAnswers;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.gateway.stream.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An answer that failed before any of it was seen, as a client's dialect reports it. */
public final class Failure {
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;

  /** The client has gone, or somebody cancelled for it; hardly anybody reads this. */
  private static final int CLIENT_CLOSED = 499;

  /** Which codes say that something did not come in time. */
  private static final Set<String> LATE =
      Set.of("dead", "stalled", "first_token", "throughput", "total");

  private Failure() {}

  /**
   * The error.
   *
   * @param isStraight whether the provider speaks the client's dialect: then its own words are the
   *     best
   */
  public static ErrorAnswer of(ServerSide server, Outcome outcome, boolean isStraight) {
    ProviderError problem = outcome.problem();
    int status = status(outcome);
    ErrorAnswer answer = server.error(status, message(outcome));
    Map<String, String> headers = new HashMap<>(answer.headers());
    Duration wait = problem == null ? null : problem.retryAfter();
    if (wait != null) {
      headers.put("Retry-After", Long.toString(wait.plusMillis(999).toSeconds()));
    }
    String theirs = isStraight ? theirs(outcome) : null;
    return new ErrorAnswer(status, headers, theirs == null ? answer.body() : theirs);
  }

  /** What the provider answered with a status of its own, if that is JSON. */
  private static @Nullable String theirs(Outcome outcome) {
    ProviderError problem = outcome.problem();
    String refusal = outcome.refusal();
    boolean isAnswer = problem != null && problem.status() != null && refusal != null;
    return isAnswer && ProviderJson.object(refusal) != null ? refusal : null;
  }

  private static String message(Outcome outcome) {
    ProviderError problem = outcome.problem();
    if (problem != null) {
      return problem.message();
    }
    StreamFault fault = outcome.fault();
    if (fault != null) {
      return fault.message();
    }
    Verdict verdict = outcome.verdict();
    return verdict == null
        ? "The gateway could not keep the answer"
        : HalfAnswers.fault(verdict, /* word= */ null).message();
  }

  private static int status(Outcome outcome) {
    ProviderError problem = outcome.problem();
    Integer said = problem == null ? null : problem.status();
    if (said != null && said >= 400 && said < 600) {
      return said;
    }
    if (outcome.verdict() == Verdict.CANCELLED) {
      return CLIENT_CLOSED;
    }
    if (problem != null && problem.kind() == StreamFault.Kind.CONNECTION) {
      boolean isLate = LATE.contains(problem.code());
      return isLate ? GATEWAY_TIMEOUT : BAD_GATEWAY;
    }
    return byWord(problem == null ? null : problem.code(), outcome.fault());
  }

  /** A provider that failed inside a stream of status 200 has only words for it. */
  private static int byWord(@Nullable String code, @Nullable StreamFault fault) {
    for (String word :
        new String[] {
          code, fault == null ? null : fault.code(), fault == null ? null : fault.type()
        }) {
      Integer status = word == null ? null : ProviderErrors.status(word);
      if (status != null) {
        return status;
      }
    }
    return BAD_GATEWAY;
  }
}
