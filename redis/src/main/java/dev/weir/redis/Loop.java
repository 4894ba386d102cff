package dev.weir.redis;

/** One thread that runs steps one after the other, and tells the time. Any thread may call. */
interface Loop {
  /** Runs a step: at once on the loop's own thread, else soon. */
  void run(Runnable step);

  /** Runs a step after what the loop does now. */
  void later(Runnable step);

  /** Runs a step when some time has passed. */
  void after(long millis, Runnable step);

  /** Milliseconds that only go forward. */
  long millis();
}
