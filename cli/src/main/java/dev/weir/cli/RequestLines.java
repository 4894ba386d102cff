package dev.weir.cli;

import dev.weir.sim.SimulatedRequest;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * A line for each request that the simulator answers. They are printed by a thread of their own:
 * where nobody reads the output, such as a pipe that is full, lines are lost and answers are not.
 */
final class RequestLines {
  private static final int MOST_WAITING = 1_000;

  private final PrintStream out;
  private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

  RequestLines(PrintStream out) {
    this.out = out;
  }

  /** Prints from now on. */
  void start() {
    Thread.ofPlatform().daemon().name("weir-sim-lines").start(this::print);
  }

  private void print() {
    try {
      while (true) {
        out.println(waiting.take());
        out.flush();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  void add(SimulatedRequest request) {
    boolean unused = waiting.offer(line(request));
  }

  /** Method, path, model, status, and what was wrong. */
  static String line(SimulatedRequest request) {
    List<String> words = new ArrayList<>(List.of(request.method(), request.path()));
    words.add(request.model());
    words.add(request.status() == 0 ? "no status" : String.valueOf(request.status()));
    words.add(request.fault().isEmpty() ? "" : "fault " + request.fault());
    words.add(request.problem());
    words.removeIf(String::isEmpty);
    // Clients choose most of these words.
    return SafeWords.safe(String.join("  ", words));
  }
}
