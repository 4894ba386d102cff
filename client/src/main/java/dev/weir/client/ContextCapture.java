package dev.weir.client;

/**
 * Carries over what belongs to the thread that asks, such as a logging context or a span:
 * callbacks, sinks and tools run on other threads.
 *
 * <pre>{@code
 * weir.withContext(() -> {
 *   Map<String, String> mdc = MDC.getCopyOfContextMap();
 *   return task -> {
 *     MDC.setContextMap(mdc);
 *     try {
 *       task.run();
 *     } finally {
 *       MDC.clear();
 *     }
 *   };
 * })
 * }</pre>
 */
@FunctionalInterface
public interface ContextCapture {
  /** Carries nothing over. */
  ContextCapture NONE = () -> Runnable::run;

  /** Called on the thread that asks, once for each request. */
  Captured capture();

  /** What was captured. */
  @FunctionalInterface
  interface Captured {

    /** Runs a task, on this thread, with the context in place. */
    void run(Runnable task);

    /** The response has ended, or was refused; of tasks only the one that tells the end follows. */
    default void ended() {}
  }
}
