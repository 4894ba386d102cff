package dev.weir.gateway.security;

import org.jspecify.annotations.Nullable;

/** Whether a request is answered. */
public sealed interface Decision {

  /**
   * It is.
   *
   * @param owner who asks
   * @param sharedWith the other origin that may read the answer, if one was allowed to
   */
  record Allowed(String owner, @Nullable String sharedWith) implements Decision {}

  /** It is not; the message says what to do. */
  record Refused(int status, String code, String message) implements Decision {}
}
