package dev.weir.client.transport;

/** Asks for slices one by one, and for none while paused. Any thread may call. */
public final class Demand {
  private final Runnable ask;
  private boolean paused;
  private int missed;

  /**
   * @param ask asks the connection for one slice
   */
  public Demand(Runnable ask) {
    this.ask = ask;
  }

  /** Asks for the next slice: now, or when it is resumed. */
  public void next() {
    synchronized (this) {
      if (paused) {
        missed++;
        return;
      }
    }
    ask.run();
  }

  /** Asks for no more, until {@link #resume}. */
  public synchronized void pause() {
    paused = true;
  }

  /** Asks again. */
  public void resume() {
    int owed;
    synchronized (this) {
      paused = false;
      owed = missed;
      missed = 0;
    }
    for (int i = 0; i < owed; i++) {
      next();
    }
  }
}
