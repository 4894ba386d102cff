package dev.weir.client.turn;

import dev.weir.client.tool.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one pass, all running at the same time, each on a virtual thread of its own.
 *
 * <p>They start together, so the time of all is up at the same moment. A tool that ignores its
 * interrupt is left alone: what it returns later is dropped.
 */
final class ToolRuns {
  private static final Finished CANCELLED = new Finished(-1, ToolResult.failed("cancelled"));

  private final List<PlannedCall> calls;
  private final TurnOptions options;
  private final BlockingQueue<Finished> finished = new LinkedBlockingQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final @Nullable ToolResult[] results;
  private final boolean[] isHandedOver;
  private volatile boolean isCancelled;

  private record Finished(int index, ToolResult result) {}

  ToolRuns(List<PlannedCall> calls, TurnOptions options) {
    this.calls = List.copyOf(calls);
    this.options = options;
    this.results = new @Nullable ToolResult[calls.size()];
    this.isHandedOver = new boolean[calls.size()];
  }

  /**
   * Runs all calls and hands over each result as soon as it is there, on the calling thread; the
   * result of a call without an id waits for those of earlier calls of the same tool.
   *
   * @return whether all have a result; if not, the turn was cancelled
   */
  boolean run(BiConsumer<PlannedCall, ToolResult> sink) throws InterruptedException {
    if (isCancelled) {
      return false;
    }
    long deadline = System.nanoTime() + options.toolTime().toNanos();
    start();
    for (int open = calls.size(); open > 0; open--) {
      Finished next = finished.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        stopThreads();
        timeOut(sink);
        return true;
      }
      if (next.equals(CANCELLED)) {
        stopThreads();
        return false;
      }
      keep(next.index(), next.result(), sink);
    }
    return true;
  }

  /** Makes {@link #run} stop its tools and return, from any thread. */
  void cancel() {
    isCancelled = true;
    finished.add(CANCELLED);
  }

  /** The result of each call, in the order of the calls; absent where there is none. */
  @Nullable ToolResult result(int index) {
    return results[index];
  }

  private void start() {
    for (int i = 0; i < calls.size(); i++) {
      int index = i;
      switch (calls.get(i).plan()) {
        case PlannedCall.Refuse refused -> finished.add(new Finished(index, refused.result()));
        case PlannedCall.Run run ->
            threads.add(
                Thread.ofVirtual()
                    .name("weir-tool-" + run.call().name())
                    .start(() -> runTool(index, run)));
      }
    }
  }

  private void runTool(int index, PlannedCall.Run run) {
    ToolResult result = ToolResult.failed("The tool broke down");
    try {
      result = run.tool().run(run.call());
    } catch (Exception thrown) { // A tool is foreign code: whatever it throws is its result.
      String message = thrown.getMessage();
      result =
          ToolResult.failed(
              "The tool failed: " + (message == null ? thrown.getClass().getName() : message));
    } finally {
      finished.add(new Finished(index, result));
    }
  }

  private void timeOut(BiConsumer<PlannedCall, ToolResult> sink) {
    String words = words(options.toolTime());
    for (int i = 0; i < results.length; i++) {
      if (results[i] == null) {
        keep(i, ToolResult.failed("The tool returned nothing within " + words), sink);
      }
    }
  }

  private void keep(int index, ToolResult whole, BiConsumer<PlannedCall, ToolResult> sink) {
    results[index] = CappedResult.of(whole, options.maxResultChars());
    for (int i = 0; i < results.length; i++) {
      ToolResult result = results[i];
      if (result != null && !isHandedOver[i] && !waits(i)) {
        isHandedOver[i] = true;
        sink.accept(calls.get(i), result);
      }
    }
  }

  /** Results of calls without ids are told apart by their order alone, so they keep it. */
  private boolean waits(int index) {
    PlannedCall call = calls.get(index);
    for (int i = 0; i < index && call.id() == null; i++) {
      PlannedCall earlier = calls.get(i);
      if (!isHandedOver[i] && earlier.id() == null && earlier.name().equals(call.name())) {
        return true;
      }
    }
    return false;
  }

  private void stopThreads() {
    threads.forEach(Thread::interrupt);
  }

  private static String words(Duration time) {
    long millis = time.toMillis();
    return millis % 1000 == 0 ? "%,d s".formatted(millis / 1000) : "%,d ms".formatted(millis);
  }
}
