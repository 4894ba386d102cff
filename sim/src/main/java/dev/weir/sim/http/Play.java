package dev.weir.sim.http;

import dev.weir.sim.reply.Ending;
import dev.weir.sim.reply.Reply;
import dev.weir.sim.reply.Slice;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A reply on its way: sends each slice when its time has come, and never more than the client
 * takes. Times count from the start, so that delays do not add up. Lives on one event loop.
 */
final class Play {
  /**
   * What all replies of a server share.
   *
   * @param speed how many times faster than the reply says; infinite for at once
   * @param playing how many replies are on their way
   */
  record Settings(double speed, AtomicInteger playing) {}

  private final Reply reply;
  private final Wire wire;
  private final Settings settings;
  private final Runnable played;
  private long startNanos;
  private double dueMicros;
  private int next;
  private boolean headSent;
  private boolean ended;
  private boolean stopped;
  private @Nullable ScheduledFuture<?> timer;

  Play(Reply reply, Wire wire, Settings settings, Runnable played) {
    this.reply = reply;
    this.wire = wire;
    this.settings = settings;
    this.played = played;
  }

  void start() {
    settings.playing().incrementAndGet();
    startNanos = System.nanoTime();
    awaitNext();
    goOn();
  }

  private void awaitNext() {
    List<Slice> slices = reply.slices();
    if (next < slices.size()) {
      dueMicros += slices.get(next).afterMicros() / settings.speed();
    }
  }

  /** Sends what is due; waits for the client if it takes nothing more now. */
  void goOn() {
    cancelTimer();
    while (!ended && !stopped) {
      long nanos = (long) (dueMicros * 1000) - (System.nanoTime() - startNanos);
      if (nanos > 0) {
        timer = wire.loop().schedule(this::goOn, nanos, TimeUnit.NANOSECONDS);
        return;
      }
      // The head comes with the first slice: a fault that makes a client wait does so before it.
      if (!headSent && reply.status() != Reply.NO_STATUS) {
        headSent = true;
        wire.head(reply);
      }
      if (next == reply.slices().size()) {
        end();
      } else if (wire.isWritable()) {
        Slice slice = reply.slices().get(next++);
        wire.slice(slice.bytes(), slice.isBare());
        awaitNext();
      } else {
        return;
      }
    }
  }

  private void end() {
    ended = true;
    boolean goesOn = wire.end(reply.ending());
    if (reply.ending() != Ending.SILENCE) {
      stop();
    }
    if (goesOn) {
      played.run();
    }
  }

  /** The client left, or the reply is over. */
  void stop() {
    if (!stopped) {
      stopped = true;
      cancelTimer();
      settings.playing().decrementAndGet();
    }
  }

  private void cancelTimer() {
    ScheduledFuture<?> pending = timer;
    if (pending != null) {
      pending.cancel(/* mayInterruptIfRunning= */ false);
      timer = null;
    }
  }
}
