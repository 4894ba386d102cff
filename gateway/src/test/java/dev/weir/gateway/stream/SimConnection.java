package dev.weir.gateway.stream;

import dev.weir.gateway.stream.SimVertx.Calls;
import dev.weir.redis.SimWorld;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * The connection of one client to one gateway: what is written arrives later and in order, unless
 * it is cut first.
 */
final class SimConnection {
  /** The client's side. */
  interface Client {
    void received(SimConnection from, byte[] bytes);

    /** Nothing more comes. */
    void closed(SimConnection from, boolean isWhole);
  }

  private final SimWorld world;
  private final SimWorld.SimLoop loop;
  private final Client client;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final List<Handler<Object>> atClose = new ArrayList<>();
  private Handler<Object> atRoom = unused -> {};
  private final int mostOnTheWay;
  private int onTheWay;
  private long lastArrival;
  private boolean isHeadWritten;
  private boolean isEnded;
  private boolean isClosed;

  SimConnection(SimWorld world, SimWorld.SimLoop loop, Client client) {
    this.world = world;
    this.loop = loop;
    this.client = client;
    this.request = Calls.as(HttpServerRequest.class, this::request);
    this.response = Calls.as(HttpServerResponse.class, this::response);
    // Some read slowly, and lose their connections.
    this.mostOnTheWay = world.chance(10) ? 1_000 : 1 << 20;
  }

  HttpServerRequest request() {
    return request;
  }

  /** The client is gone, or the network between. */
  void cut() {
    if (!isClosed) {
      isClosed = true;
      loop.later(() -> atClose.forEach(handler -> handler.handle(null)));
    }
  }

  private Object request(String method, Object... arguments) {
    return switch (method) {
      case "response" -> response;
      case "version" -> HttpVersion.HTTP_1_1;
      case "headers" -> MultiMap.caseInsensitiveMultiMap();
      // There is none of Vert.x underneath.
      case "connection" -> Calls.NOTHING;
      default -> throw Calls.unknown(method);
    };
  }

  private Object response(String method, Object... arguments) {
    return switch (method) {
      case "closed" -> isClosed;
      case "ended" -> isEnded;
      case "headWritten" -> isHeadWritten;
      case "headers" -> MultiMap.caseInsensitiveMultiMap();
      case "writeQueueFull" -> onTheWay > mostOnTheWay;
      case "setWriteQueueMaxSize", "setChunked", "putHeader", "exceptionHandler" -> Calls.NOTHING;
      case "closeHandler", "endHandler" -> {
        atClose.add(SimVertx.handler(arguments[0]));
        yield Calls.NOTHING;
      }
      case "drainHandler" -> {
        atRoom = SimVertx.handler(arguments[0]);
        yield Calls.NOTHING;
      }
      case "writeHead" -> {
        isHeadWritten = true;
        yield Future.succeededFuture();
      }
      case "write" -> write((Buffer) arguments[0]);
      case "end" -> {
        isEnded = true;
        Future<Void> written = write((Buffer) arguments[0]);
        world.at(lastArrival, () -> told(/* isWhole= */ true));
        yield written;
      }
      case "reset" -> {
        lastArrival = Math.max(lastArrival, world.millis() + world.between(0, 30));
        world.at(lastArrival, () -> told(/* isWhole= */ false));
        yield Future.succeededFuture();
      }
      default -> throw Calls.unknown(method);
    };
  }

  private Future<Void> write(Buffer buffer) {
    byte[] bytes = buffer.getBytes();
    Promise<Void> written = Promise.promise();
    if (isClosed) {
      written.fail("the connection is closed");
      return written.future();
    }
    isHeadWritten = true;
    onTheWay += bytes.length;
    long takes = world.between(0, mostOnTheWay == 1_000 ? 300 : 30);
    lastArrival = Math.max(lastArrival, world.millis() + takes);
    world.at(
        lastArrival,
        () -> {
          onTheWay -= bytes.length;
          if (!isClosed) {
            client.received(this, bytes);
          }
          boolean hasRoom = onTheWay <= mostOnTheWay / 2;
          loop.later(() -> {
            if (hasRoom && !isClosed) {
              atRoom.handle(null);
            }
            if (isClosed) {
              written.tryFail("the connection is closed");
            } else {
              written.tryComplete();
            }
          });
        });
    return written.future();
  }

  private void told(boolean isWhole) {
    if (!isClosed) {
      client.closed(this, isWhole);
      cut();
    }
  }
}
