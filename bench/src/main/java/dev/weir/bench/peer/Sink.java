package dev.weir.bench.peer;

/** Takes what a decoder gives. */
@FunctionalInterface
public interface Sink {
  /**
   * Takes one value.
   *
   * @param value an event or chunk, in the library's own type
   * @param text what it adds to the answer; empty if it adds nothing
   */
  void take(Object value, String text);
}
