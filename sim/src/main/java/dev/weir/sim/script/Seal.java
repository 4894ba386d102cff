package dev.weir.sim.script;

/** How a dialect lets a provider recognize its own reasoning when it is sent back. */
public enum Seal {
  NONE,
  SIGNATURE,
  ENCRYPTED
}
