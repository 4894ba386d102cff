package dev.weir.log.file;

/**
 * Bytes of a log that hold no valid record, and were left out.
 *
 * @param file the segment's name
 * @param offset where they begin
 * @param bytes how many there are
 * @param words what is wrong with them
 */
public record Damage(String file, long offset, long bytes, String words) {
  @Override
  public String toString() {
    return "%s, offset %,d: %,d bytes left out: %s".formatted(file, offset, bytes, words);
  }
}
