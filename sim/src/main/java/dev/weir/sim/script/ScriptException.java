package dev.weir.sim.script;

/** A script that cannot be read; the message says where, what was seen and what is expected. */
public final class ScriptException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ScriptException(String message) {
    super(message);
  }
}
