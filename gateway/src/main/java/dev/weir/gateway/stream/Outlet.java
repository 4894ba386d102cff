package dev.weir.gateway.stream;

import dev.weir.codec.Bytes;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.wire.ChunkWriter;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Where frames leave for one client: the body of its http response. What the connection cannot take
 * yet waits here, up to a limit. Belongs to the event loop of the connection, but for {@link
 * #isBehind}.
 */
final class Outlet {
  /** What waits for a client besides what its connection has taken. */
  static final int MAX_WAITING_BYTES = 256 << 10;

  /** How much of what was written the connection may keep before it counts as full. */
  private static final int MAX_WRITTEN_BYTES = 64 << 10;

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final GatewayMetrics metrics;
  private final Runnable onCaughtUp;

  private record Waiting(Bytes frames, boolean isLast) {}

  /** Absent as long as the client was never behind. */
  private @Nullable Deque<Waiting> waiting;

  private int waitingBytes;
  private @Nullable ChunkWriter chunks;

  /** Writes that Vert.x has not finished: nothing may go past them. */
  private int underWay;

  private boolean isWatched;
  private long drained;
  private volatile boolean isBehind;

  /**
   * @param onCaughtUp what to do when nothing waits any longer
   */
  Outlet(HttpServerRequest request, GatewayMetrics metrics, Runnable onCaughtUp) {
    this.request = request;
    this.response = request.response();
    this.metrics = metrics;
    this.onCaughtUp = onCaughtUp;
    response.setWriteQueueMaxSize(MAX_WRITTEN_BYTES);
  }

  /** Whether the client has not taken yet what was written. Any thread. */
  boolean isBehind() {
    return isBehind;
  }

  /** How often the client took something after it had been behind. */
  long drained() {
    return drained;
  }

  /** Writes frames, or keeps a copy until there is room. Returns false if too much waits. */
  boolean write(Bytes frames, boolean isLast) {
    if (isWaiting() || isFull()) {
      if (waitingBytes + frames.length() > MAX_WAITING_BYTES) {
        return false;
      }
      Deque<Waiting> queue = waiting == null ? new ArrayDeque<>() : waiting;
      queue.add(new Waiting(Bytes.of(frames.toArray()), isLast));
      waiting = queue;
      waitingBytes += frames.length();
    } else {
      send(frames, isLast);
    }
    watch();
    return true;
  }

  private boolean isWaiting() {
    return waiting != null && !waiting.isEmpty();
  }

  private boolean isFull() {
    ChunkWriter writer = chunks;
    return writer == null ? response.writeQueueFull() : writer.isFull();
  }

  private void send(Bytes frames, boolean isLast) {
    ChunkWriter writer = chunks;
    if (writer != null && underWay == 0 && !isLast) {
      metrics.bytesOut().add(frames.length());
      writer.write(frames);
    } else {
      var unused = writeThrough(frames, isLast);
    }
  }

  /** Writes through Vert.x, which says when the connection has taken it. */
  Future<Void> writeThrough(Bytes frames, boolean isLast) {
    metrics.bytesOut().add(frames.length());
    Buffer bytes = Buffer.buffer(frames.toArray());
    if (isLast) {
      return response.end(bytes);
    }
    underWay++;
    return response
        .write(bytes)
        .onComplete(done -> {
          underWay--;
          if (chunks == null && done.succeeded()) {
            chunks = ChunkWriter.of(request);
          }
        });
  }

  /** Waits for room where there is none, or something waits for it. */
  private void watch() {
    if (response.ended()) {
      return;
    }
    boolean waits = isFull() || isWaiting();
    if (waits && !isWatched) {
      isWatched = true;
      ChunkWriter writer = chunks;
      if (writer == null) {
        response.drainHandler(room -> hasRoom());
      } else {
        writer.onDrained(this::hasRoom);
      }
    }
    if (isBehind != waits) {
      isBehind = waits;
    }
  }

  private void hasRoom() {
    isWatched = false;
    drained++;
    if (response.closed() || response.ended()) {
      waiting = null;
      return;
    }
    Deque<Waiting> queue = waiting;
    while (queue != null && !queue.isEmpty() && !isFull()) {
      Waiting next = queue.remove();
      waitingBytes -= next.frames().length();
      send(next.frames(), next.isLast());
    }
    watch();
    if (!isBehind) {
      onCaughtUp.run();
    }
  }
}
