package dev.weir.sim.reply;

/** What happens after the last slice of a reply. */
public enum Ending {
  /** The reply is whole, and the connection can serve the next request. */
  WHOLE,
  /** The connection is closed in order, whatever HTTP still promised. */
  CLOSE,
  /** The connection is reset. */
  RESET,
  /** Nothing more comes, and the connection stays open. */
  SILENCE
}
