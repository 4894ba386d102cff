package dev.weir.codec.request;

/** Thrown for a request that its dialect does not allow; the message begins with the path to it. */
public final class BadRequestException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String path;

  /**
   * Names what is wrong.
   *
   * @param path names and numbers from the body's root, as {@code messages[2].content[0].type};
   *     empty for the body itself
   */
  public BadRequestException(String path, String problem) {
    super(path.isEmpty() ? problem : path + ": " + problem);
    this.path = path;
  }

  /** Where in the body, as {@code messages[0].role}. */
  public String path() {
    return path;
  }
}
