package dev.weir.codec.request;

/** A request that is not one of its dialect; the message begins with the path to what is wrong. */
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

  public String path() {
    return path;
  }
}
