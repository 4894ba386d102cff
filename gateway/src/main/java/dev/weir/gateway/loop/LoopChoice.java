package dev.weir.gateway.loop;

import java.util.List;

/**
 * Chooses the event loop for a connection that comes: of those that have room the first, so that as
 * few as the load needs are awake. A loop that has little to do falls asleep after every event, and
 * falling asleep and being woken costs as much as the event; one that has more to do finds the next
 * event there already.
 *
 * <p>A few connections are spread evenly: there is nothing to save, and each may need a processor
 * of its own. Of those that have just come, as many as in the time before are in what was measured;
 * any more count as much as others cost on average, until it is seen what they do. Where all loops
 * are full, the one with the least to do is chosen.
 */
final class LoopChoice {
  /** The share of its time from which on a loop has no room: what comes would wait too often. */
  private static final double FULL = 0.75;

  /** So many channels on each loop are spread evenly. */
  private static final int FEW = 8;

  /** What a connection may cost of which nothing is known. */
  private static final double MOST_EACH = 0.05;

  private static final double LEAST_EACH = 0.0005;

  /** A client's, and the one to its provider. */
  private static final int CHANNELS_EACH = 2;

  private static final long SAMPLE_NANOS = 300_000_000;

  /** What is known of an event loop. */
  interface Load {
    /** How many channels it has. */
    int channels();

    /** For how long it has worked since it was asked last. */
    long takeBusyNanos();
  }

  private final List<? extends Load> loops;
  private final double[] busy;
  private final int[] placed;
  private final int[] placedBefore;
  private final boolean[] serves;
  private double each = MOST_EACH;
  private long sampledAt;

  LoopChoice(List<? extends Load> loops, long nanos) {
    this.loops = loops;
    this.busy = new double[loops.size()];
    this.placed = new int[loops.size()];
    this.placedBefore = new int[loops.size()];
    this.serves = new boolean[loops.size()];
    this.sampledAt = nanos;
  }

  /**
   * Chooses a loop at that time.
   *
   * @param offered one that can serve the connection; only those that were offered are chosen
   * @return its index
   */
  synchronized int choose(int offered, long nanos) {
    serves[offered] = true;
    if (nanos - sampledAt >= SAMPLE_NANOS) {
      sample(nanos);
    }
    int chosen = chosen(offered);
    placed[chosen]++;
    return chosen;
  }

  private void sample(long nanos) {
    double all = 0;
    int channels = 0;
    for (int i = 0; i < busy.length; i++) {
      busy[i] = (double) loops.get(i).takeBusyNanos() / (nanos - sampledAt);
      placedBefore[i] = placed[i];
      placed[i] = 0;
      all += busy[i];
      channels += loops.get(i).channels();
    }
    each =
        channels == 0
            ? MOST_EACH
            : Math.clamp(CHANNELS_EACH * all / channels, LEAST_EACH, MOST_EACH);
    sampledAt = nanos;
  }

  private int chosen(int offered) {
    int fewest = offered;
    int first = -1;
    int idlest = offered;
    for (int i = 0; i < busy.length; i++) {
      if (serves[i]) {
        fewest = channels(i) < channels(fewest) ? i : fewest;
        first = first < 0 && expected(i) < FULL ? i : first;
        idlest = expected(i) < expected(idlest) ? i : idlest;
      }
    }
    if (channels(fewest) < FEW) {
      return fewest;
    }
    return first < 0 ? idlest : first;
  }

  private int channels(int loop) {
    return loops.get(loop).channels() + placed[loop];
  }

  private double expected(int loop) {
    return busy[loop] + Math.max(0, placed[loop] - placedBefore[loop]) * each;
  }
}
