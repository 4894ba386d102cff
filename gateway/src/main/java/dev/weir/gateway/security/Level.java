package dev.weir.gateway.security;

/** Who may use a route. */
public enum Level {
  /** Everybody, even by following a link from elsewhere: the page's files. */
  PAGE,
  /** Everybody: whether the gateway is alive. */
  PUBLIC,
  /** Whoever shows a key, if keys are needed at all. */
  OWNER
}
