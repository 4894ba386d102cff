package dev.weir.client;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Timers;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Verdict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Cancels a call whose time is up; its end then says so. An answer that comes to its own end at the
 * last moment is not late.
 */
final class Deadline implements CallSink {
  static final String WORD = "deadline";

  private final CallSink sink;
  private Timers.@Nullable Timer timer;
  private volatile boolean isLate;
  private boolean isOver;

  Deadline(CallSink sink) {
    this.sink = sink;
  }

  void begin(Duration time, StreamCall call) {
    Timers.Timer started =
        Timers.ofJdk()
            .after(
                time,
                () -> {
                  isLate = true;
                  call.cancel();
                });
    synchronized (this) {
      timer = started;
    }
    stopIfOver();
  }

  private void stopIfOver() {
    Timers.Timer running;
    synchronized (this) {
      running = isOver ? timer : null;
    }
    if (running != null) {
      running.cancel();
    }
  }

  @Override
  public void accept(CallEvent event) {
    switch (event) {
      case CallEvent.Streamed streamed when streamed.event() instanceof ResponseEnd end -> {
        synchronized (this) {
          isOver = true;
        }
        stopIfOver();
        sink.accept(
            isLate(end.verdict())
                ? new CallEvent.Streamed(
                    new ResponseEnd(
                        Verdict.CANCELLED, WORD, end.usage(), end.passUsage(), end.reasoning()),
                    event.atMicros())
                : event);
      }
      case CallEvent.Measured measured when isLate(measured.metrics().verdict()) ->
          sink.accept(
              new CallEvent.Measured(
                  measured.metrics().withEnd(Verdict.CANCELLED, WORD),
                  new StreamEnding.Cut(Verdict.CANCELLED, WORD),
                  event.atMicros()));
      case CallEvent other -> sink.accept(other);
    }
  }

  private boolean isLate(@Nullable Verdict verdict) {
    return isLate && verdict == Verdict.CANCELLED;
  }
}
