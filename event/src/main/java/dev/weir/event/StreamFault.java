package dev.weir.event;

import org.jspecify.annotations.Nullable;

/**
 * Something wrong inside a stream, as a value.
 *
 * @param code the provider's own code for an error, else absent
 * @param message what was seen, what was expected, where, and what to do
 * @param type the provider's own word for the kind of its error, where it says one beside the code
 */
public record StreamFault(Kind kind, @Nullable String code, String message, @Nullable String type) {

  /** Which rule was broken. */
  public enum Kind {
    /** The provider reported an error of its own. */
    PROVIDER_ERROR,
    /** A frame whose payload is not what the dialect calls for. */
    MALFORMED,
    /** A limit was reached; the stream cannot go on. */
    LIMIT,
    /** A final payload says something other than the deltas before it. */
    CONTRADICTION,
    /** A sequence number that was seen before, or that was never expected. */
    SEQUENCE,
    /** A chunk that came after later ones: out of order, but not lost. */
    LATE,
    /** A delta or an end whose block is unknown. */
    ORPHAN,
    /** A second response began where one belongs. */
    SECOND_RESPONSE,
    /**
     * The way to the provider failed: no connection, a broken one, or one on which nothing came.
     */
    CONNECTION
  }

  /** Whether it ends the stream: nothing but the end comes after it. */
  public boolean isFinal() {
    return switch (kind) {
      case PROVIDER_ERROR, LIMIT, CONNECTION -> true;
      case MALFORMED, CONTRADICTION, SEQUENCE, LATE, ORPHAN, SECOND_RESPONSE -> false;
    };
  }

  public StreamFault(Kind kind, @Nullable String code, String message) {
    this(kind, code, message, /* type= */ null);
  }

  public StreamFault(Kind kind, String message) {
    this(kind, null, message);
  }
}
