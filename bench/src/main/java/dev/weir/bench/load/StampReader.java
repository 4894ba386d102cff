package dev.weir.bench.load;

import java.nio.ByteBuffer;

/**
 * Finds the stamps in the body of one stream, however it is cut, and checks that none is missing.
 */
final class StampReader {

  /** Takes what was found. */
  @FunctionalInterface
  interface Found {
    void stamp(long sentNanos);
  }

  private enum State {
    OUTSIDE,
    NUMBER,
    TIME
  }

  private State state = State.OUTSIDE;
  private long number;
  private long time;
  private int next;
  private int wrong;

  /** How many stamps came in their order. */
  int count() {
    return next;
  }

  /** How many came out of order, twice or after one that is missing. */
  int wrong() {
    return wrong;
  }

  void begin() {
    state = State.OUTSIDE;
    next = 0;
  }

  void read(ByteBuffer body, Found found) {
    while (body.hasRemaining()) {
      byte b = body.get();
      switch (state) {
        case OUTSIDE -> {
          if (b == Stamp.BEGIN) {
            state = State.NUMBER;
            number = 0;
          }
        }
        case NUMBER -> {
          if (b == Stamp.BETWEEN) {
            state = State.TIME;
            time = 0;
          } else {
            number = number * 10 + (b - '0');
          }
        }
        case TIME -> {
          if (b == Stamp.END) {
            state = State.OUTSIDE;
            take(found);
          } else {
            time = time * 10 + (b - '0');
          }
        }
      }
    }
  }

  private void take(Found found) {
    if (number == next) {
      next++;
      found.stamp(time);
    } else {
      wrong++;
    }
  }
}
