package dev.weir.client.provider;

/** A key. It is shown to nobody: its text form is asterisks. */
public final class Secret {
  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  /**
   * White space around the key is dropped: files and variables often end in a newline.
   *
   * @throws IllegalArgumentException if it is empty, or has characters that no header may have
   */
  public static Secret of(String value) {
    String key = value.strip();
    if (key.isEmpty()) {
      throw new IllegalArgumentException("A key is empty; omit it or set it");
    }
    if (!key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "A key of %d characters holds one that is not printable ASCII; check that it was copied whole"
              .formatted(key.length()));
    }
    return new Secret(key);
  }

  /** The key itself, to be sent and never to be shown. */
  public String reveal() {
    return value;
  }

  /** The text with this key replaced by asterisks: some providers repeat it in their errors. */
  public String hideIn(String text) {
    return text.replace(value, "***");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && secret.value.equals(value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "***";
  }
}
