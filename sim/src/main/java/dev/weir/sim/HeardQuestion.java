package dev.weir.sim;

/**
 * A question that reached the simulator.
 *
 * @param model which it was for
 * @param atNanos when, by {@link System#nanoTime}
 */
public record HeardQuestion(String model, long atNanos) {}
