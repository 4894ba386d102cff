package dev.weir.gateway.security;

/** Who may use a route. */
public enum Level {
  /** Everybody, also by following a link from elsewhere: the page's files. */
  PAGE,
  /** Everybody: whether the gateway is alive. */
  PUBLIC,
  /** Who shows a key, if keys are needed at all. */
  OWNER
}
