package dev.weir.codec.dialect.responses;

/** Which text of an item an event is about. */
enum Slot {
  TEXT,
  REFUSAL,
  /** What a spoken answer says. */
  TRANSCRIPT,
  /** The sound itself, in base64. */
  AUDIO,
  REASONING,
  SUMMARY,
  /** Whatever a tool is called with: arguments, free input, code, a command, a diff. */
  ARGUMENTS,
  STDOUT,
  STDERR
}
