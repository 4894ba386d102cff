package dev.weir.event;

/** Names a block by its output and its number, from zero and unique in the response. */
public record BlockId(int output, int block) {
  @Override
  public String toString() {
    return output + "/" + block;
  }
}
