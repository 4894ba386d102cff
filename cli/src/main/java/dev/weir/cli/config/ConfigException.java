package dev.weir.cli.config;

/** Configuration that cannot be used; the message names the file, the line and the field. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigException(String message) {
    super(message);
  }
}
