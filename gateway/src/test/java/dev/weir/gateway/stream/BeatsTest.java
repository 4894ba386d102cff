package dev.weir.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.stream.SimVertx.Calls;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BeatsTest {
  private static final String BEAT = ": beat\n\n";

  private final List<Timer> timers = new ArrayList<>();
  private final Context context = Calls.as(Context.class, this::context);
  private final Beats beats = new Beats(Calls.as(Vertx.class, this::vertx));
  private long now;

  private record Timer(long dueMillis, Handler<Object> action) {}

  private Object vertx(String method, Object... arguments) {
    return switch (method) {
      case "getOrCreateContext" -> context;
      case "setTimer" -> {
        timers.add(new Timer(now + (long) arguments[0], SimVertx.handler(arguments[1])));
        yield 1L;
      }
      default -> throw Calls.unknown(method);
    };
  }

  private Object context(String method, Object... arguments) {
    if (!method.equals("runOnContext")) {
      throw Calls.unknown(method);
    }
    SimVertx.handler(arguments[0]).handle(null);
    return Calls.NOTHING;
  }

  private void pass(long millis) {
    long until = now + millis;
    while (!timers.isEmpty() && timers.getFirst().dueMillis() <= until) {
      Timer next = timers.removeFirst();
      now = next.dueMillis();
      next.action().handle(null);
    }
    now = until;
  }

  /** A client that is connected, and what it got. */
  private final class Client {
    private final StringBuilder got = new StringBuilder();
    private final List<Handler<Object>> atClose = new ArrayList<>();
    private boolean isHeadWritten;

    Client() {
      var reading = Reading.resumable(Formats.LIFECYCLE, frames -> {});
      new Subscriber(
              beats,
              Calls.as(HttpServerRequest.class, this::request),
              "stream",
              reading,
              new GatewayMetrics())
          .begin();
    }

    void leave() {
      List.copyOf(atClose).forEach(handler -> handler.handle(null));
    }

    private Object request(String method, Object... arguments) {
      return switch (method) {
        case "response" -> Calls.as(HttpServerResponse.class, this::response);
        case "version" -> HttpVersion.HTTP_1_1;
        case "headers" -> MultiMap.caseInsensitiveMultiMap();
        case "connection" -> Calls.NOTHING;
        default -> throw Calls.unknown(method);
      };
    }

    private Object response(String method, Object... arguments) {
      return switch (method) {
        case "closed", "ended", "writeQueueFull" -> false;
        case "headWritten" -> isHeadWritten;
        case "headers" -> MultiMap.caseInsensitiveMultiMap();
        case "closeHandler" -> {
          atClose.add(SimVertx.handler(arguments[0]));
          yield Calls.NOTHING;
        }
        case "writeHead" -> {
          isHeadWritten = true;
          yield Future.succeededFuture();
        }
        case "write" -> {
          got.append((Buffer) arguments[0]);
          yield Future.succeededFuture();
        }
        default -> Calls.NOTHING;
      };
    }
  }

  @Test
  void aClientHearsOneEveryFifteenSeconds() {
    var client = new Client();
    pass(14_000);
    assertThat(client.got).isEmpty();
    pass(1_000);
    assertThat(client.got).hasToString(BEAT);
    pass(30_000);
    assertThat(client.got).hasToString(BEAT.repeat(3));
  }

  @Test
  void whoComesLaterHearsItLater() {
    var first = new Client();
    pass(5_000);
    var second = new Client();
    pass(10_000);
    assertThat(first.got).hasToString(BEAT);
    assertThat(second.got).isEmpty();
    pass(5_000);
    assertThat(first.got).hasToString(BEAT);
    assertThat(second.got).hasToString(BEAT);
  }

  @Test
  void whoHasLeftHearsNothingAndOthersStillDo() {
    var gone = new Client();
    var there = new Client();
    pass(7_000);
    gone.leave();
    pass(8_000);
    assertThat(gone.got).isEmpty();
    assertThat(there.got).hasToString(BEAT);
  }

  @Test
  void oneTimerServesAllAndNoneRunsForNobody() {
    List<Client> clients = List.of(new Client(), new Client(), new Client());
    pass(100_000);
    assertThat(timers).hasSize(1);
    clients.forEach(Client::leave);
    pass(2_000);
    assertThat(timers).isEmpty();
  }
}
