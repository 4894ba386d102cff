package dev.weir.event;

/** Names a block by the output it belongs to and its number, unique in the response; from zero. */
public record BlockId(int output, int block) {
  @Override
  public String toString() {
    return output + "/" + block;
  }
}
