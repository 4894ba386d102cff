package dev.weir.client.call;

import dev.weir.client.provider.Provider;
import dev.weir.client.transport.ConnectionException;
import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.client.transport.Transport.Exchange;
import dev.weir.codec.Bytes;
import dev.weir.codec.request.Rendered;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Connects a {@link CallMachine} to the world: brings it what transport, timers and callers do, and
 * does what it wants done. All decisions are made there.
 *
 * <p>All inputs run in {@link Serial}: they come on their own threads and do not wait for each
 * other. Only cancelling and pausing reach the exchange at once, even while a sink still holds a
 * slice.
 */
final class HttpStreamCall implements StreamCall, CallEffects {
  private static final System.Logger LOG = System.getLogger(HttpStreamCall.class.getName());

  private static final Bytes NONE = Bytes.of("");

  private final Provider provider;
  private final Transport transport;
  private final Timers timers;
  private final Duration asidePatience;
  private final LongSupplier nanoClock;
  private final SafeSink sink;
  private final CallMachine machine;
  private final long openedNanos;
  private final Serial serial = new Serial(this::brokeDown);

  private volatile boolean isCancelled;
  private volatile boolean isPaused;
  private volatile boolean hasEnded;
  private volatile @Nullable Exchange exchange;
  private Timers.@Nullable Timer alarm;
  private long blockedNanos;
  private boolean hasBrokenDown;

  HttpStreamCall(
      CallWriter writer,
      Transport transport,
      CallOptions options,
      Timers timers,
      LongSupplier nanoClock,
      CallSink consumer) {
    this.provider = writer.provider();
    this.transport = transport;
    this.timers = timers;
    this.asidePatience = options.dead();
    this.nanoClock = nanoClock;
    this.openedNanos = nanoClock.getAsLong();
    this.sink = new SafeSink(consumer, provider.name(), this::cancel);
    this.machine =
        new CallMachine(
            writer, options, RetryRule.of(options), InstantSource.system(), openedNanos, this);
  }

  void start(Rendered rendered) {
    on(new CallInput.Begin(rendered));
  }

  private void on(CallInput input) {
    serial.run(() -> {
      if (!hasBrokenDown) {
        blockedNanos = 0;
        machine.on(input, nanoClock.getAsLong());
      }
    });
  }

  @Override
  public void cancel() {
    if (hasEnded) {
      // Its exchange may have ended too, and its connection may already serve another call.
      return;
    }
    isCancelled = true;
    hangUp();
    on(new CallInput.Cancelled());
  }

  @Override
  public void pause() {
    isPaused = true;
    Exchange known = exchange;
    if (known != null) {
      known.pause();
    }
    on(new CallInput.Paused());
  }

  @Override
  public void resume() {
    isPaused = false;
    on(new CallInput.Resumed());
    Exchange known = exchange;
    if (known != null) {
      known.resume();
    }
  }

  @Override
  public void tell(CallEvent event) {
    hasEnded |= event instanceof CallEvent.Measured;
    long before = nanoClock.getAsLong();
    sink.accept(event);
    blockedNanos += nanoClock.getAsLong() - before;
  }

  @Override
  public long blockedNanos() {
    return blockedNanos;
  }

  @Override
  public void send(HttpCall call, int number) {
    Exchange opening = transport.send(call, new Hearing(number));
    exchange = opening;
    if (isCancelled) {
      opening.cancel();
    } else if (isPaused) {
      opening.pause();
    }
  }

  @Override
  public void sendAside(HttpCall call) {
    var unused =
        WholeExchange.send(transport, call, timers, asidePatience)
            .thenAccept(answer -> {
              if (answer.isEmpty()) {
                LOG.log(
                    Level.WARNING,
                    "{0} did not take {1} {2}",
                    provider.name(),
                    call.method(),
                    provider.hideSecretsIn(call.url().toString()));
              }
            });
  }

  @Override
  public void hangUp() {
    Exchange known = exchange;
    if (known != null) {
      known.cancel();
    }
  }

  @Override
  public void wakeAfter(Duration delay, int number) {
    stopAlarm();
    alarm = timers.after(delay, () -> on(new CallInput.Rang(number)));
  }

  @Override
  public void rest() {
    stopAlarm();
    exchange = null;
  }

  private void stopAlarm() {
    Timers.Timer known = alarm;
    if (known != null) {
      known.cancel();
      alarm = null;
    }
  }

  /** A bug of ours: nobody should wait for an end that the machine can no longer report. */
  private void brokeDown(Throwable mistake) {
    LOG.log(Level.ERROR, "A call broke down", mistake);
    hangUp();
    rest();
    hasBrokenDown = true;
    sink.breakDown(TimeUnit.NANOSECONDS.toMicros(nanoClock.getAsLong() - openedNanos));
  }

  /** Takes what the transport reports of one exchange. */
  private final class Hearing implements Transport.Sink, Runnable, Supplier<Runnable> {
    private final int number;

    /** What the transport lends; it lends one slice at a time. */
    private Bytes lent = NONE;

    Hearing(int number) {
      this.number = number;
    }

    @Override
    public void connected() {
      on(new CallInput.Connected(number));
    }

    @Override
    public void headers(int status, Map<String, String> headers) {
      on(new CallInput.Headers(number, status, headers));
    }

    @Override
    public void slice(Bytes slice) {
      lent = slice;
      serial.run(/* now= */ this, /* later= */ this);
      lent = NONE;
    }

    /** Takes what is lent. */
    @Override
    public void run() {
      take(lent);
    }

    /** The same later, when what was lent will be gone. */
    @Override
    public Runnable get() {
      Bytes own = Bytes.of(lent.toArray());
      return () -> take(own);
    }

    private void take(Bytes slice) {
      if (!hasBrokenDown) {
        blockedNanos = 0;
        machine.slice(number, slice, nanoClock.getAsLong());
      }
    }

    @Override
    public void end() {
      on(new CallInput.BytesEnded(number));
    }

    @Override
    public void failed(IOException problem) {
      String message = problem.getMessage();
      on(
          new CallInput.Broke(
              number,
              message == null ? problem.getClass().getSimpleName() : message,
              ConnectionException.detail(problem)));
    }
  }
}
