package dev.weir.codec.dialect;

/** How a dialect lets a provider recognize its own reasoning when it is sent back. */
public enum ReasoningCarrier {
  /** It has no place for it. */
  NONE,
  /** A signature beside the text. */
  SIGNATURE,
  /** A signature on what the reasoning led to: clients drop the reasoning itself. */
  NEXT_PART,
  /** The whole reasoning, encrypted. */
  ENCRYPTED,
  /** Entries beside the answer, which some clients return and many drop. */
  DETAILS
}
