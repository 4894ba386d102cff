package dev.weir.cli;

/** Runs something when the process is asked to stop, as by Ctrl-C, before it stops. */
final class Interruption implements AutoCloseable {
  private final Thread hook;

  Interruption(Runnable last) {
    hook = Thread.ofPlatform().unstarted(last);
  }

  /** From now on it will be run. */
  void watch() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** It is no longer needed. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // The process is stopping, and the hook does its work.
    }
  }
}
