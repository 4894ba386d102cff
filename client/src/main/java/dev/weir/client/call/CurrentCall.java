package dev.weir.client.call;

import org.jspecify.annotations.Nullable;

/**
 * The call under way among several that follow each other, as those of a route or of a turn do.
 * Whoever cancels or pauses means the whole: it reaches the call under way at once, and the next
 * one when it is opened. Any thread may call.
 */
public final class CurrentCall {
  private boolean isCancelled;
  private boolean isPaused;
  private int opened;
  private @Nullable StreamCall call;

  /** A call is about to be opened; returns the number under which it is to be told. */
  public synchronized int opening() {
    return ++opened;
  }

  /** That call was opened; one that has ended already means nothing. */
  public void opened(int number, StreamCall now) {
    boolean stops;
    boolean waits;
    synchronized (this) {
      if (number != opened) {
        return;
      }
      call = now;
      stops = isCancelled;
      waits = isPaused;
    }
    if (stops) {
      now.cancel();
    } else if (waits) {
      now.pause();
    }
  }

  /** The call has ended, perhaps before it was told as opened; there is none until the next. */
  public synchronized void ended() {
    opened++;
    call = null;
  }

  /** Gives the call under way up; another may follow. */
  public void hangUp() {
    StreamCall known = known();
    if (known != null) {
      known.cancel();
    }
  }

  /** Cancels the whole. */
  public void cancel() {
    synchronized (this) {
      isCancelled = true;
    }
    hangUp();
  }

  /** Lets the call rest, or the next one if there is none yet. */
  public void pause() {
    synchronized (this) {
      isPaused = true;
    }
    StreamCall known = known();
    if (known != null) {
      known.pause();
    }
  }

  /** Lets it go on. */
  public void resume() {
    synchronized (this) {
      isPaused = false;
    }
    StreamCall known = known();
    if (known != null) {
      known.resume();
    }
  }

  /** Whether it was cancelled, with or without a call. */
  public synchronized boolean isCancelled() {
    return isCancelled;
  }

  private synchronized @Nullable StreamCall known() {
    return call;
  }
}
