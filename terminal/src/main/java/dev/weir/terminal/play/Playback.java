package dev.weir.terminal.play;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Where in time a replay is: it runs at a speed, stands still, or goes from one thing to the next.
 *
 * <p>Keys change it from one thread while another waits for its time; all methods may be called by
 * any thread.
 */
public final class Playback {
  private static final double FASTEST = 1024;
  private static final double SLOWEST = 1.0 / 64;

  private final LongSupplier nanoClock;
  private double speed;
  private double positionMicros;
  private long sinceNanos;
  private boolean started;
  private boolean paused;
  private boolean stepping;
  private boolean stopped;

  /**
   * @param speed how many times faster than recorded; infinite for at once
   * @param nanoClock the time now, in nanoseconds from any start
   */
  public Playback(double speed, LongSupplier nanoClock) {
    if (!(speed > 0)) {
      throw new IllegalArgumentException("A speed must be above 0, saw " + speed);
    }
    this.speed = speed;
    this.nanoClock = nanoClock;
  }

  /**
   * Returns when it is time for what came at that offset.
   *
   * @return false if the replay was stopped
   */
  public synchronized boolean await(long atMicros) throws InterruptedException {
    start();
    while (!stopped) {
      if (stepping) {
        stepping = false;
        positionMicros = Math.max(positionMicros, (double) atMicros);
        return true;
      }
      advance();
      if (!paused && Double.isInfinite(speed)) {
        positionMicros = Math.max(positionMicros, (double) atMicros);
      }
      if (!paused && positionMicros >= atMicros) {
        return true;
      }
      double missingMicros = (atMicros - positionMicros) / speed;
      long millis = paused ? 0 : Math.max(1, (long) Math.ceil(missingMicros / 1000));
      if (millis == 0) {
        wait();
      } else {
        TimeUnit.MILLISECONDS.timedWait(this, millis);
      }
    }
    return false;
  }

  /** Where the replay is, in microseconds since its start. */
  public synchronized long positionMicros() {
    if (started) {
      advance();
    }
    return (long) positionMicros;
  }

  private void start() {
    if (!started) {
      started = true;
      sinceNanos = nanoClock.getAsLong();
    }
  }

  private void advance() {
    long now = nanoClock.getAsLong();
    if (!paused && !Double.isInfinite(speed)) {
      positionMicros += (now - sinceNanos) / 1000.0 * speed;
    }
    sinceNanos = now;
  }

  /** Stands still, or goes on. */
  public synchronized void pauseOrResume() {
    start();
    advance();
    paused = !paused;
    notifyAll();
  }

  /** Goes to the next thing that came, and stands still there. */
  public synchronized void step() {
    start();
    advance();
    // The first step of a running replay is to stop it.
    stepping = paused;
    paused = true;
    notifyAll();
  }

  /** Plays faster. */
  public synchronized void faster() {
    turn(2);
  }

  /** Plays slower. */
  public synchronized void slower() {
    turn(0.5);
  }

  private void turn(double factor) {
    start();
    advance();
    if (!Double.isInfinite(speed)) {
      speed = Math.clamp(speed * factor, SLOWEST, FASTEST);
    }
    notifyAll();
  }

  /** Ends the replay. */
  public synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /** Whether it was left for good. */
  public synchronized boolean isStopped() {
    return stopped;
  }

  /** Whether it stands still. */
  public synchronized boolean isPaused() {
    return paused;
  }

  /** How it is running, in a word: {@code ×2} or {@code paused}. */
  public synchronized String word() {
    if (paused) {
      return "paused";
    }
    if (Double.isInfinite(speed)) {
      return "at once";
    }
    return speed < 1
        ? "×1/" + Math.round(1 / speed)
        : String.format(Locale.ROOT, speed == Math.rint(speed) ? "×%.0f" : "×%.1f", speed);
  }
}
