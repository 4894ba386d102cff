package dev.weir.client.route;

import dev.weir.client.call.ProviderError;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A try that came to nothing, or broke: what kind of failure it is, and what was said. */
record Failure(Kind kind, ProviderError error) {

  /** What a route does after a failure. */
  enum Reaction {
    /** The same step again, if it has tries left; else the next. */
    AGAIN,
    /** The next step at once: this one would fail again. */
    NEXT,
    /** The next step with another model. */
    OTHER_MODEL,
    /** Nothing: it is the answer to this request. */
    FAIL
  }

  /** The kinds of failures, each with what follows from it. This is the table of a route. */
  enum Kind {
    RATE_LIMITED(Reaction.AGAIN, true),
    UNAVAILABLE(Reaction.AGAIN, true),
    UNREACHABLE(Reaction.AGAIN, true),
    /** A chunk could not be read, so something may be missing. */
    DAMAGED(Reaction.AGAIN, true),
    /** No content came in time. A silent provider tends to stay silent. */
    SILENT(Reaction.NEXT, true),
    SLOW(Reaction.NEXT, true),
    /** The key, the bill or the address is wrong: the same provider would refuse again. */
    NOT_SERVED(Reaction.NEXT, true),
    /** The request cannot be put to this provider. */
    NOT_ASKABLE(Reaction.NEXT, false),
    /** What came does not go on with what was seen. */
    UNPROVEN(Reaction.NEXT, false),
    CONTEXT_LENGTH(Reaction.OTHER_MODEL, false),
    /** Never routed around. */
    CONTENT_FILTER(Reaction.FAIL, false),
    WRONG_REQUEST(Reaction.FAIL, false),
    /** The time of the whole route is over. */
    OUT_OF_TIME(Reaction.FAIL, false);

    private final Reaction reaction;
    private final boolean countsForBreaker;

    Kind(Reaction reaction, boolean countsForBreaker) {
      this.reaction = reaction;
      this.countsForBreaker = countsForBreaker;
    }

    Reaction reaction() {
      return reaction;
    }

    /** Whether it says something about the step rather than the request. */
    boolean countsForBreaker() {
      return countsForBreaker;
    }

    /** What an answer that ends with it comes to. */
    Verdict verdict() {
      return switch (this) {
        case SILENT, SLOW, OUT_OF_TIME -> Verdict.STALLED;
        case CONTENT_FILTER,
            RATE_LIMITED,
            UNAVAILABLE,
            UNREACHABLE,
            DAMAGED,
            NOT_SERVED,
            NOT_ASKABLE,
            UNPROVEN,
            CONTEXT_LENGTH,
            WRONG_REQUEST ->
            Verdict.FAILED;
      };
    }

    /** As metrics name it. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Pattern FILTER_CODE =
      Pattern.compile(
          "(?i)content.?(policy|filter)|moderation|safety|prohibited|responsibleai|data.?inspection|sensitive");
  private static final Pattern FILTER_WORDS =
      Pattern.compile("(?i)content management policy|content policy|safety system|usage policies");
  private static final Pattern CONTEXT_CODE =
      Pattern.compile("(?i)context.?length|context.?window|string_above_max_length|too_large");
  private static final Pattern CONTEXT_WORDS =
      Pattern.compile(
          "(?i)maximum context|context (length|window)|(prompt|input) is too long|too many (input )?tokens"
              + "|input token count|exceeds? the (maximum|model).{0,40}(token|context)");

  private static final Set<String> SILENCE = Set.of("dead", "stalled");

  /** These statuses say that this provider does not serve us, and nothing about the request. */
  private static final Set<Integer> NOT_SERVED = Set.of(401, 402, 403, 404, 405, 410, 501, 505);

  private static final int TOO_MANY = 429;
  private static final int TOO_LARGE = 413;

  static Failure of(ProviderError error) {
    return new Failure(kind(error), error);
  }

  private static Kind kind(ProviderError error) {
    Integer status = error.status();
    boolean isClientError = status != null && status >= 400 && status < 500;
    if (error.kind() == StreamFault.Kind.CONNECTION) {
      return SILENCE.contains(error.code()) ? Kind.SILENT : Kind.UNREACHABLE;
    }
    if (FILTER_CODE.matcher(error.code()).find()
        || (isClientError && FILTER_WORDS.matcher(error.message()).find())) {
      return Kind.CONTENT_FILTER;
    }
    boolean isTooLong =
        CONTEXT_CODE.matcher(error.code()).find()
            || (isClientError && CONTEXT_WORDS.matcher(error.message()).find());
    if (status != null && status != TOO_MANY && (isTooLong || status == TOO_LARGE)) {
      return Kind.CONTEXT_LENGTH;
    }
    if (error.retryable()) {
      return status != null && status == TOO_MANY ? Kind.RATE_LIMITED : Kind.UNAVAILABLE;
    }
    boolean isQuota = status != null && status == TOO_MANY;
    return !isClientError || isQuota || NOT_SERVED.contains(status)
        ? Kind.NOT_SERVED
        : Kind.WRONG_REQUEST;
  }

  /**
   * A try ended, and not with an answer that goes on with what was seen.
   *
   * @param error what the call said of it, if it did
   */
  static Failure of(String step, ResponseEnd end, @Nullable ProviderError error) {
    if (end.verdict().isNatural()) {
      return unproven(step);
    }
    String word = end.word();
    return error != null
        ? of(error)
        : ours(
            Kind.UNREACHABLE,
            word == null ? end.verdict().name().toLowerCase(Locale.ROOT) : word,
            "The stream of %s ended before its answer did".formatted(step));
  }

  static Failure unproven(String step) {
    return ours(
        Kind.UNPROVEN,
        "unproven",
        "What %s gave does not go on with what was said".formatted(step));
  }

  static Failure damaged(String step) {
    return ours(Kind.DAMAGED, "damaged", "A chunk of %s could not be read".formatted(step));
  }

  /** One that the route itself decides on. */
  static Failure ours(Kind kind, String code, String message) {
    return new Failure(
        kind,
        new ProviderError(
            StreamFault.Kind.CONNECTION, null, code, message, /* retryable= */ true, null, null));
  }
}
