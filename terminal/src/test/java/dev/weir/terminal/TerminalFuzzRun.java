package dev.weir.terminal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs {@link TerminalFuzz} over many seeds: {@code ./fuzz terminal [--threads N] [OUTPUTS
 * [SEED]]}.
 *
 * <p>Output number i has the seed SEED + i, on whatever thread it runs, so that a finding can be
 * run again by itself.
 */
public final class TerminalFuzzRun {
  private static final String USAGE = "Usage: ./fuzz terminal [--threads N] [OUTPUTS [SEED]]";
  private static final long BATCH = 100;
  private static final int MAX_FINDINGS = 10;
  private static final long PROGRESS_MILLIS = 5_000;

  private final long outputs;
  private final long firstSeed;
  private final int threads;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong findings = new AtomicLong();
  private final long startNanos = System.nanoTime();

  private TerminalFuzzRun(long outputs, long firstSeed, int threads) {
    this.outputs = outputs;
    this.firstSeed = firstSeed;
    this.threads = threads;
  }

  public static void main(String[] args) throws InterruptedException {
    List<Long> numbers = new ArrayList<>();
    long threads = Runtime.getRuntime().availableProcessors();
    try {
      for (int i = 0; i < args.length; i++) {
        if (args[i].equals("--threads") && i + 1 < args.length) {
          threads = number(args[++i], 1);
        } else {
          numbers.add(number(args[i], 0));
        }
      }
    } catch (NumberFormatException wrong) {
      System.err.println("fuzz: " + wrong.getMessage() + ". " + USAGE);
      System.exit(2);
    }
    long outputs = numbers.isEmpty() ? 1_000_000 : numbers.getFirst();
    long seed = numbers.size() < 2 ? 1 : numbers.get(1);
    var run = new TerminalFuzzRun(outputs, seed, (int) Math.min(threads, 64));
    System.exit(run.run() ? 0 : 1);
  }

  private static long number(String word, long least) {
    if (!word.matches("\\d{1,18}") || Long.parseLong(word) < least) {
      throw new NumberFormatException(
          "expected a number of %d at least, saw \"%s\"".formatted(least, word));
    }
    return Long.parseLong(word);
  }

  private boolean run() throws InterruptedException {
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      running.add(Thread.ofPlatform().name("fuzz-" + i).start(this::work));
    }
    for (Thread thread : running) {
      while (!thread.join(Duration.ofMillis(PROGRESS_MILLIS))) {
        say("%,d of %,d outputs".formatted(done.get(), outputs));
      }
    }
    say(
        "%,d outputs from seed %d on, %d threads: %s"
            .formatted(
                done.get(),
                firstSeed,
                threads,
                findings.get() == 0 ? "no finding" : "%,d FINDINGS".formatted(findings.get())));
    return findings.get() == 0 && done.get() == outputs;
  }

  private void work() {
    long from = next.getAndAdd(BATCH);
    while (from < outputs && findings.get() < MAX_FINDINGS) {
      long to = Math.min(outputs, from + BATCH);
      for (long i = from; i < to; i++) {
        one(firstSeed + i);
      }
      done.addAndGet(to - from);
      from = next.getAndAdd(BATCH);
    }
  }

  private void one(long seed) {
    List<TerminalFuzz.Finding> found;
    try {
      found = new TerminalFuzz(seed).output();
    } catch (RuntimeException crash) {
      found = List.of(new TerminalFuzz.Finding(TerminalFuzz.Harm.CRASH, crash.toString()));
    }
    if (!found.isEmpty()) {
      findings.incrementAndGet();
      System.out.printf("seed %d: %s%n", seed, found);
    }
  }

  private void say(String words) {
    System.out.printf("%s, %,d s%n", words, (System.nanoTime() - startNanos) / 1_000_000_000);
  }
}
