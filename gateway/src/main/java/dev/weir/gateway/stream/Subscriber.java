package dev.weir.gateway.stream;

import dev.weir.codec.Bytes;
import dev.weir.codec.GrowingBytes;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.gateway.metrics.GatewayMetrics;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One connected client with its bounded buffer. One that reads too slowly loses its connection, and
 * can come back for the rest.
 *
 * <p>It first catches up with what the log has, then takes batches live; what comes live meanwhile
 * waits here. That order is kept by the stream's event loop; writing is done on the connection's
 * own.
 */
public final class Subscriber implements LiveFold.Reader {
  private static final long STALL_SECONDS = 30;
  private static final byte[] NONE = {};

  private final Beats beats;
  private final Loop loop;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final String streamId;
  private final Reading reading;
  private final GatewayMetrics metrics;
  private long beatsAt;

  private final Outlet outlet;
  private long drainedAtBeat = -1;

  private List<Batch> waiting = List.of();
  private byte[] held = NONE;
  private int waitingBytes;
  private boolean isLive;

  private volatile @Nullable Runnable onCaughtUp;
  private volatile @Nullable Runnable onLeave;
  private volatile boolean isGone;

  /**
   * To be made on the event loop of the connection, whose head is not written yet.
   *
   * @param reading how the client gets the stream; what it says to do is done on the same event
   *     loop
   */
  public Subscriber(
      Beats beats,
      HttpServerRequest request,
      String streamId,
      Reading reading,
      GatewayMetrics metrics) {
    this.beats = beats;
    this.loop = new Loop(beats.context());
    this.request = request;
    this.response = request.response();
    this.streamId = streamId;
    this.reading = reading;
    this.metrics = metrics;
    this.outlet = new Outlet(request, metrics, this::caughtUp);
    response.exceptionHandler(lost -> leave());
    response.closeHandler(closed -> leave());
    response.endHandler(ended -> leave());
    beats.add(this);
    metrics.subscribers().add(1);
    if (response.closed()) {
      // While the log was asked.
      leave();
    }
  }

  /** The event loop of its connection. */
  Loop loop() {
    return loop;
  }

  /** The tick at which it is called next. */
  long beatsAt() {
    return beatsAt;
  }

  void beatsAt(long tick) {
    beatsAt = tick;
  }

  /** Writes the head of the http response, unless it waits for some of the answer. */
  public void begin() {
    if (!reading.waits()) {
      loop.run(this::writeHead);
    }
  }

  private void writeHead() {
    if (isGone || response.headWritten()) {
      return;
    }
    describe(response, streamId, reading.form());
    reading.headers().get().forEach(response::putHeader);
    response.setChunked(true);
    if (request.version() == HttpVersion.HTTP_1_0) {
      // HTTP/1.0 has no chunks: what comes until the connection is closed is the body.
      response.headersEndHandler(
          v -> response.headers().remove("Transfer-Encoding").set("Connection", "close"));
      response.endHandler(ended -> {
        leave();
        var unused = request.connection().close();
      });
    }
    var unused = response.writeHead().onSuccess(written -> forgetHeads());
  }

  /** Both heads have been read and written; over HTTP/1.1 they would stay as long as the answer. */
  private void forgetHeads() {
    if (request.version() != HttpVersion.HTTP_2) {
      request.headers().clear();
      response.headers().clear();
    }
  }

  /** Says in the head of an http response that a stream follows. */
  public static void describe(HttpServerResponse response, String streamId, StreamForm form) {
    response
        .putHeader("Content-Type", form.contentType())
        .putHeader("Cache-Control", "no-cache, no-store, no-transform")
        .putHeader("X-Accel-Buffering", "no")
        .putHeader("Weir-Stream-Id", streamId);
  }

  /** Says what to do, on any thread, when the client is gone. */
  void onLeave(Runnable action) {
    onLeave = action;
    if (isGone) {
      action.run();
    }
  }

  /** Says what to do, on any thread, when the client has taken all after it was behind. */
  void onCaughtUp(Runnable action) {
    onCaughtUp = action;
  }

  private void caughtUp() {
    Runnable action = onCaughtUp;
    if (action != null) {
      action.run();
    }
  }

  boolean isGone() {
    return isGone;
  }

  /** Frames that are new to everybody. On the stream's event loop. */
  @Override
  public boolean live(Batch batch) {
    if (isLive) {
      send(batch);
    } else if (waitingBytes + batch.frames().length() > Outlet.MAX_WAITING_BYTES) {
      drop();
    } else {
      waiting = waiting.isEmpty() ? new ArrayList<>() : waiting;
      waiting.add(batch.kept());
      waitingBytes += batch.frames().length();
    }
    return !outlet.isBehind();
  }

  /** Everything before is written: what waits goes out, and then everything as it comes. */
  void goLive() {
    isLive = true;
    waiting.forEach(this::send);
    waiting = List.of();
  }

  private void send(Batch batch) {
    if (loop.isHere()) {
      write(batch);
    } else {
      Batch own = batch.kept();
      loop.later(() -> write(own));
    }
  }

  private void write(Batch batch) {
    if (isGone || response.ended()) {
      return;
    }
    if (!response.headWritten() && reading.waits() && !batch.hasContent()) {
      withoutContent(batch);
    } else {
      writeNow(batch.frames(), batch.isLast());
    }
  }

  /** None of the answer has come: an error can still be a status, and what there is waits. */
  private void withoutContent(Batch batch) {
    held = held(batch.frames()).toArray();
    if (batch.isLast() && !reading.onNothing().getAsBoolean()) {
      writeNow(Bytes.of(""), /* isLast= */ true);
    }
  }

  private void writeNow(Bytes frames, boolean isLast) {
    writeHead();
    Bytes all = held(frames);
    held = NONE;
    if (!outlet.write(all, isLast)) {
      drop();
    }
  }

  /** What was held, and these. */
  private Bytes held(Bytes frames) {
    return held.length == 0
        ? frames
        : new GrowingBytes(held.length + frames.length())
            .put(held)
            .put(frames.array(), frames.from(), frames.to())
            .bytes();
  }

  /** Writes and waits until the client has taken it, but not forever. Not on an event loop. */
  void writeSlowly(Batch batch) throws IOException {
    var written = new CompletableFuture<Void>();
    loop.later(() -> {
      if (isGone || response.ended()) {
        written.completeExceptionally(new IOException("the client is gone"));
        return;
      }
      writeHead();
      outlet
          .writeThrough(batch.frames(), batch.isLast())
          .onComplete(done -> written.complete(null), written::completeExceptionally);
    });
    try {
      written.get(STALL_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException stalled) {
      drop();
      throw new IOException("the client took nothing for %d s".formatted(STALL_SECONDS), stalled);
    } catch (ExecutionException failed) {
      throw new IOException("the client is gone", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
  }

  /** Tells a client that it has more frames than the log, before anything else is said. */
  void refuseAhead(long frames) {
    loop.later(() -> {
      if (!isGone && !response.headWritten()) {
        reading.onAhead().accept(frames);
      }
    });
  }

  /** Keeps the connection alive, or ends it if nothing was taken since the last beat. */
  void beat() {
    if (isGone || response.ended() || (!response.headWritten() && !reading.waits())) {
      return;
    }
    if (!outlet.isBehind()) {
      // A client that waits that long learns that it was heard; an error is then part of the
      // stream.
      writeNow(Bytes.of(reading.form().idle()), /* isLast= */ false);
    } else if (isLive && outlet.drained() == drainedAtBeat) {
      // It took nothing since the last beat.
      drop();
    }
    drainedAtBeat = outlet.drained();
  }

  /** Closes the connection; the client may come back with the last id that it has. */
  @Override
  public void drop() {
    loop.run(this::close);
  }

  private void close() {
    if (!isGone) {
      metrics.dropped().add(1);
      var unused = response.reset();
      leave();
    }
  }

  private void leave() {
    if (isGone) {
      return;
    }
    isGone = true;
    beats.remove(this);
    metrics.subscribers().add(-1);
    if (!response.ended()) {
      reading.onLeave().run();
    }
    Runnable action = onLeave;
    if (action != null) {
      action.run();
    }
    // Nobody waits for it any longer.
    caughtUp();
  }
}
