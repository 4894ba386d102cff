package dev.weir.codec.lifecycle;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import java.util.Arrays;
import java.util.Map;

/**
 * Prints what a delta costs at the start and at the end of 1 MB of reasoning in deltas of four
 * characters. Run it by hand; a test that measures time would fail on a busy machine.
 */
final class LifecycleCost {
  private static final int CHARS = 1 << 20;
  private static final int DELTA_CHARS = 4;
  private static final int WARM_UPS = 20;
  private static final int RUNS = 31;
  private static final String SENTENCES =
      "The user wants both files compared. Let me read the first of them from its beginning. It"
          + " has 214 lines, and most of them are configuration. Now checking the second file for"
          + " the same keys. Some of these known facts strengthen the idea that they differ.\n";

  private LifecycleCost() {}

  public static void main(String[] args) {
    for (int i = 0; i < WARM_UPS; i++) {
      run();
    }
    double[] starts = new double[RUNS];
    double[] ends = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      double[] nanos = run();
      starts[i] = nanos[0];
      ends[i] = nanos[nanos.length - 1];
    }
    Arrays.sort(starts);
    Arrays.sort(ends);
    double start = starts[RUNS / 2];
    double end = ends[RUNS / 2];
    System.out.printf(
        "ns per delta, median of %d runs: first tenth %.0f, last tenth %.0f, ratio %.2f%n",
        RUNS, start, end, end / start);
  }

  /** The cost of a delta in nanoseconds, in each tenth of the reasoning. */
  private static double[] run() {
    long[] length = new long[1];
    var encoder =
        new LifecycleEncoder(LifecycleOptions.DEFAULT, frame -> length[0] += frame.data().length());
    var block = new BlockId(0, 0);
    encoder.accept(new StreamEvent.ResponseStart("resp-1", "model-1"), 0);
    encoder.accept(
        new StreamEvent.BlockStart(
            block, BlockKind.REASONING, null, null, /* synthetic= */ false, Map.of()),
        0);
    int deltas = CHARS / DELTA_CHARS;
    double[] nanos = new double[10];
    for (int tenth = 0; tenth < nanos.length; tenth++) {
      int from = deltas / nanos.length * tenth;
      int to = deltas / nanos.length * (tenth + 1);
      long began = System.nanoTime();
      for (int i = from; i < to; i++) {
        int at = i * DELTA_CHARS % (SENTENCES.length() - DELTA_CHARS);
        encoder.accept(
            new StreamEvent.BlockDelta(block, SENTENCES.substring(at, at + DELTA_CHARS)), i);
      }
      nanos[tenth] = (double) (System.nanoTime() - began) / (to - from);
    }
    encoder.end(deltas);
    if (length[0] == 0) {
      throw new IllegalStateException("The encoder wrote nothing");
    }
    return nanos;
  }
}
