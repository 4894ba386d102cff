package dev.weir.sim.yaml;

/** A file that cannot be used; the message names the file, the line and the field. */
public final class YamlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  YamlException(String message) {
    super(message);
  }
}
