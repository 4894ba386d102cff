package dev.weir.cli;

import dev.weir.cli.input.Capture;
import dev.weir.cli.input.Capture.TimedEvent;
import dev.weir.cli.input.Capture.Told;
import dev.weir.event.StreamMeter;
import dev.weir.log.metrics.MetricsRecord;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Events that were kept on their way through a command: measured and shown, not decoded. */
final class EventRun {
  private final Capture.Events capture;
  private final StreamOutput output;
  private final Consumer<MetricsRecord> metrics;
  private boolean bad;

  EventRun(Capture.Events capture, StreamOutput output, Consumer<MetricsRecord> metrics) {
    if (output.wantsChunks()) {
      throw new CallException(
          "%s holds our own %s, which no longer have chunks; --to events shows them"
              .formatted(capture.name(), capture.told().form()));
    }
    this.capture = capture;
    this.output = output;
    this.metrics = metrics;
  }

  /** Waits for the time of an event. */
  interface Wait {
    void until(long atMicros) throws InterruptedException;
  }

  void run(Wait wait) throws IOException, InterruptedException {
    Told told = capture.told();
    TimedEvent next = told.next();
    // Whether there are times is known once something has been read.
    boolean timed = told.isTimed();
    var meter = new StreamMeter(timed);
    long at = 0;
    for (; next != null; next = told.next()) {
      at = next.atMicros();
      wait.until(at);
      bad |= StreamRun.isBad(next.event());
      meter.accept(next.event(), at);
      output.event(next.event(), millis(told, at));
    }
    meter.ended(at);
    metrics.accept(
        new MetricsRecord(
            capture.name(),
            told.form(),
            /* provider= */ null,
            told.startedAt(),
            timed,
            meter.metrics()));
    output.end(millis(told, at));
  }

  boolean isBad() {
    return bad;
  }

  private static long millis(Told told, long atMicros) {
    return told.isTimed()
        ? told.startedAt().toEpochMilli() + TimeUnit.MICROSECONDS.toMillis(atMicros)
        : 0;
  }
}
