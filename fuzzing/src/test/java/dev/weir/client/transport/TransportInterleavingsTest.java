package dev.weir.client.transport;

import static dev.weir.fuzzing.Schedules.check;
import static dev.weir.fuzzing.Schedules.require;
import static dev.weir.fuzzing.Schedules.together;

import dev.weir.client.transport.Transport.Sink;
import dev.weir.codec.Bytes;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What no schedule of threads may break in the transport. */
class TransportInterleavingsTest {
  private static final HttpCall CALL =
      new HttpCall("POST", URI.create("http://127.0.0.1/"), Map.of(), "", Duration.ofSeconds(1));

  /** What a sink was told. */
  private static final class Told implements Sink {
    private final AtomicInteger slices = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    @Override
    public void headers(int status, Map<String, String> headers) {}

    @Override
    public void slice(Bytes bytes) {
      slices.incrementAndGet();
    }

    @Override
    public void end() {
      ends.incrementAndGet();
    }

    @Override
    public void failed(IOException problem) {
      failures.incrementAndGet();
    }
  }

  /** The JDK's side of a body: gives its connection back at the end, unless it was cancelled. */
  private static final class Body implements Flow.Subscription {
    private volatile boolean isCancelled;
    private volatile boolean isGivenBack;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {
      isCancelled = true;
    }
  }

  /** The JDK's exchange: cancelling it closes the connection, whoever has it by then. */
  private static final class Whole extends CompletableFuture<Void> {
    private final Body body;
    private volatile boolean hasHarmed;

    Whole(Body body) {
      this.body = body;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      hasHarmed |= body.isGivenBack;
      return super.cancel(mayInterrupt);
    }
  }

  private static void receive(JdkExchange exchange, Body body, Whole whole) {
    if (whole.isCancelled()) {
      return;
    }
    exchange.onSubscribe(body);
    if (!body.isCancelled) {
      exchange.onNext(List.of(ByteBuffer.wrap(new byte[] {1})));
    }
    if (!body.isCancelled) {
      body.isGivenBack = true;
      exchange.onComplete();
      whole.complete(null);
    }
  }

  @Test
  void whatIsCancelledIsCancelledBelowAndAConnectionThatWasGivenBackIsLeftAlone() {
    check(() -> {
      var told = new Told();
      var body = new Body();
      var whole = new Whole(body);
      var exchange = new JdkExchange(told, Runnable::run);
      together(
          () -> exchange.sent(CALL, whole), () -> receive(exchange, body, whole), exchange::cancel);
      require(told.ends.get() + told.failures.get() <= 1, "the end was told twice");
      require(!whole.hasHarmed, "a connection was closed that another call may have");
      require(
          told.ends.get() == 1 || body.isCancelled || whole.isCancelled() || body.isGivenBack,
          "cancelled, but what is below goes on");
    });
  }

  /** Takes slices as they come, each asked for by the one before; the last asks for none. */
  private static final class Slices {
    private static final int MANY = 3;

    private final AtomicInteger asked = new AtomicInteger();
    private final Demand demand = new Demand(this::ask);

    private void ask() {
      if (asked.incrementAndGet() < MANY) {
        demand.next();
      }
    }
  }

  @Test
  void everySliceIsAskedForOnceHoweverItIsPaused() {
    check(() -> {
      var slices = new Slices();
      together(slices.demand::next, () -> stopAndGo(slices), () -> stopAndGo(slices));
      require(slices.asked.get() == Slices.MANY, "a slice was asked for twice, or not at all");
    });
  }

  private static void stopAndGo(Slices slices) {
    slices.demand.pause();
    slices.demand.resume();
  }
}
