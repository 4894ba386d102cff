package dev.weir.client;

/**
 * Takes along what belongs to the thread that asks, such as a logging context or a span: callbacks,
 * sinks and tools run on other threads.
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
  /** Takes nothing along. */
  ContextCapture NONE = () -> Runnable::run;

  /** Called on the thread that asks, once for each request. */
  Captured capture();

  /** What was taken along. */
  @FunctionalInterface
  interface Captured {

    /** Runs a task, on this thread, with the context in place. */
    void run(Runnable task);
  }
}
