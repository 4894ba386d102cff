package dev.weir.client.transport;

import dev.weir.codec.Bytes;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One exchange: the JDK's subscriber on one side, our sink on the other.
 *
 * <p>The JDK calls subscribers on the thread that waits for the sockets of all of a client's
 * streams ({@link AtOnce}). A sink may block, so it is called on a thread of its own; here nothing
 * is done but to copy the bytes and to pass them on.
 */
final class JdkExchange implements Transport.Exchange, BodySubscriber<@Nullable Void> {
  /**
   * How many slices are asked for before they are taken. With one, the thread that takes it would
   * have to wake the one that reads for the next; with two that one goes on by itself.
   */
  private static final int AHEAD = 2;

  private final Transport.Sink sink;
  private final AtomicBoolean over = new AtomicBoolean();
  private final CompletableFuture<@Nullable Void> body = new CompletableFuture<>();
  private final Demand demand = new Demand(this::ask);
  private volatile @Nullable CompletableFuture<?> sent;
  private volatile Flow.@Nullable Subscription subscription;

  /** Where the sink is called. */
  private final Executor calling;

  /**
   * @param threads makes a thread for each task, on which the sink may block
   */
  JdkExchange(Transport.Sink sink, Executor threads) {
    this.sink = sink;
    this.calling = new InTurn(threads, this::brokeDown);
  }

  void sent(HttpCall whole, CompletableFuture<?> exchange) {
    HttpCall call = whole.sent();
    sent = exchange;
    if (over.get()) {
      cancelBelow();
    }
    var unused =
        exchange.whenComplete((done, problem) -> {
          if (problem != null) {
            fail(translated(call, problem));
          }
        });
  }

  private static IOException translated(HttpCall call, Throwable problem) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    return ConnectionException.of(call, cause == null ? problem : cause);
  }

  BodySubscriber<@Nullable Void> headers(ResponseInfo info) {
    if (!over.get()) {
      Map<String, String> headers = new TreeMap<>();
      info.headers()
          .map()
          .forEach((name, values) ->
              headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
      headers.remove(":status");
      calling.execute(() -> {
        if (!over.get()) {
          sink.headers(info.statusCode(), headers);
        }
      });
    }
    return this;
  }

  @Override
  public CompletionStage<@Nullable Void> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    if (over.get()) {
      cancelBelow();
    } else {
      for (int i = 0; i < AHEAD; i++) {
        demand.next();
      }
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    if (over.get()) {
      return;
    }
    int length = 0;
    for (ByteBuffer buffer : buffers) {
      length += buffer.remaining();
    }
    byte[] slice = new byte[length];
    int at = 0;
    for (ByteBuffer buffer : buffers) {
      int n = buffer.remaining();
      buffer.get(slice, at, n);
      at += n;
    }
    calling.execute(() -> take(slice));
  }

  private void take(byte[] slice) {
    if (over.get()) {
      return;
    }
    if (slice.length > 0) {
      sink.slice(Bytes.of(slice));
    }
    demand.next();
  }

  /** What a sink throws fails the exchange, as it would if the JDK had called it. */
  private void brokeDown(Throwable thrown) {
    body.completeExceptionally(thrown);
    Flow.Subscription known = subscription;
    if (known != null) {
      known.cancel();
    }
  }

  private void ask() {
    Flow.Subscription known = subscription;
    if (known != null) {
      known.request(1);
    }
  }

  @Override
  public void onError(Throwable problem) {
    // The whole exchange fails with it, and reports it.
    body.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    body.complete(null);
    calling.execute(() -> {
      if (over.compareAndSet(false, true)) {
        sink.end();
      }
    });
  }

  void fail(IOException problem) {
    calling.execute(() -> {
      if (over.compareAndSet(false, true)) {
        sink.failed(problem);
      }
    });
  }

  @Override
  public void cancel() {
    if (over.compareAndSet(false, true)) {
      cancelBelow();
    }
  }

  /**
   * Once the body has begun only its subscription is cancelled. Cancelling the whole exchange
   * closes its connection whatever has become of it: at the end of the body the JDK gives the
   * connection to the next call before we hear of the end. A body that begins meanwhile finds that
   * the exchange is over, and cancels its own subscription.
   *
   * <p>No lock is held: the JDK holds one of its own when it calls us, and takes it when we call.
   */
  private void cancelBelow() {
    Flow.Subscription begun = subscription;
    CompletableFuture<?> whole = sent;
    if (begun != null) {
      begun.cancel();
      // Nobody else will complete it, and the JDK keeps what is not completed.
      body.completeExceptionally(new CancellationException("The exchange was cancelled"));
    } else if (whole != null) {
      whole.cancel(true);
    }
  }

  @Override
  public void pause() {
    demand.pause();
  }

  @Override
  public void resume() {
    demand.resume();
  }
}
