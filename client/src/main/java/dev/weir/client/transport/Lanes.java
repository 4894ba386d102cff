package dev.weir.client.transport;

import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends to one origin over as many HTTP/2 connections as its streams need.
 *
 * <p>A client of the JDK keeps one HTTP/2 connection per origin. It fails requests beyond the
 * streams that the server allows there before sending anything of them; and requests that come
 * together while there is no connection open one each, mostly for a single stream. So a further
 * connection is a further client, here a {@link Lane}; a request that a lane refuses tries the
 * next, and the first request on a lane connects while the others wait. A server that speaks
 * HTTP/1.1 is asked over one client, as if there were no lanes.
 *
 * <p>What a server allows is known to the JDK alone, once the server has said so, which is no later
 * than a lane's first response. Until then a lane carries only what an earlier lane to that origin
 * was seen to carry, or a few if there was none: a server may close a connection that exceeds its
 * limit.
 */
final class Lanes implements AutoCloseable {
  /** The JDK's message, which has no type of its own: {@code Http2Connection.reserveStream}. */
  private static final String NO_ROOM = "too many concurrent streams";

  /** Few enough for every server, and enough that most programs need one connection. */
  private static final int FEW = 10;

  private final Supplier<HttpClient> furtherClients;
  private final int most;
  private final List<Lane<Ride>> lanes = new ArrayList<>();
  private int mostAtFirst;
  private boolean isHttp1;

  /**
   * @param first shared with other origins, and closed by its owner
   * @param most how many streams a connection carries, if its server allows as many
   */
  Lanes(HttpClient first, Supplier<HttpClient> furtherClients, int most) {
    this.furtherClients = furtherClients;
    this.most = most;
    this.mostAtFirst = Math.min(most, FEW);
    lanes.add(new Lane<>(first, /* isShared= */ true));
  }

  /** What {@link HttpClient#sendAsync} does, with room for any number of streams. */
  CompletableFuture<?> send(HttpRequest request, BodyHandler<@Nullable Void> handler) {
    var ride = new Ride(request, handler);
    ride.start();
    return ride;
  }

  /** The first one with room, so that the last ones empty and can be closed. */
  private Lane<Ride> withRoom() {
    for (Lane<Ride> lane : lanes) {
      if (lane.hasRoom(most, mostAtFirst)) {
        return lane;
      }
    }
    var added = new Lane<Ride>(furtherClients.get(), /* isShared= */ false);
    lanes.add(added);
    return added;
  }

  private void opened(Lane<Ride> lane) {
    List<Ride> waited;
    synchronized (this) {
      waited = lane.opened();
    }
    waited.forEach(Ride::start);
  }

  private void begun(Lane<Ride> lane, HttpClient.Version version) {
    opened(lane);
    synchronized (this) {
      isHttp1 = version == HttpClient.Version.HTTP_1_1;
      lane.begun();
      mostAtFirst = Math.clamp(lane.responses(), mostAtFirst, most);
    }
  }

  /** Of the lanes that nobody uses, one is kept beside the first for the next rush. */
  private boolean isSpare(Lane<Ride> lane) {
    return !lane.isShared()
        && lanes.stream()
            .anyMatch(other -> other != lane && !other.isShared() && other.streams() == 0);
  }

  @Override
  public synchronized void close() {
    lanes.stream()
        .filter(lane -> !lane.isShared())
        .map(Lane::client)
        .forEach(HttpClient::shutdownNow);
  }

  /** One request, sent over one lane after another until one takes it. */
  private final class Ride extends CompletableFuture<@Nullable Void> {
    private final HttpRequest request;
    private final BodyHandler<@Nullable Void> handler;
    private volatile @Nullable CompletableFuture<?> sent;
    private volatile boolean hasBegun;

    Ride(HttpRequest request, BodyHandler<@Nullable Void> handler) {
      this.request = request;
      this.handler = handler;
    }

    void start() {
      Lane<Ride> lane;
      try {
        lane = enterOne();
      } catch (UncheckedIOException noClient) {
        completeExceptionally(noClient);
        return;
      }
      if (lane != null) {
        goOver(lane);
      }
    }

    /** The lane that it may go over now; absent if it is over, or waits for a connection. */
    private @Nullable Lane<Ride> enterOne() {
      synchronized (Lanes.this) {
        if (isDone()) {
          return null;
        }
        Lane<Ride> lane = isHttp1 && !lanes.isEmpty() ? lanes.getFirst() : withRoom();
        boolean tellsWhenConnected = !isHttp1 && request.bodyPublisher().isPresent();
        return lane.enter(this, tellsWhenConnected) ? lane : null;
      }
    }

    private void goOver(Lane<Ride> lane) {
      CompletableFuture<?> under;
      try {
        Headers headers = new Headers(lane);
        under = lane.client().sendAsync(telling(request, () -> opened(lane)), headers::taken);
      } catch (RuntimeException refused) {
        // The JDK has several for a client that is closing: to us the request failed.
        under = CompletableFuture.failedFuture(refused);
      }
      sent = under;
      if (isDone()) {
        under.cancel(true);
      }
      var unused = under.whenComplete((done, problem) -> over(lane, problem));
    }

    /** Notes that the response has begun on a lane. */
    private final class Headers {
      private final Lane<Ride> lane;

      Headers(Lane<Ride> lane) {
        this.lane = lane;
      }

      BodySubscriber<@Nullable Void> taken(ResponseInfo info) {
        hasBegun = true;
        begun(lane, info.version());
        return handler.apply(info);
      }
    }

    private void over(Lane<Ride> lane, @Nullable Throwable problem) {
      boolean forWantOfRoom = problem != null && NO_ROOM.equals(cause(problem).getMessage());
      boolean wasCancelled = isDone();
      List<Ride> stranded;
      synchronized (Lanes.this) {
        boolean wasTooMuch = problem != null && !wasCancelled && lane.isCrowdedAtFirst();
        stranded = lane.left(hasBegun, forWantOfRoom);
        if (forWantOfRoom) {
          mostAtFirst = Math.clamp(lane.streams(), 1, mostAtFirst);
        } else if (wasTooMuch) {
          mostAtFirst = Math.max(1, mostAtFirst / 2);
        }
        boolean isUnused = lane.streams() == 0;
        // A lane that has no room with nothing on it has miscounted, and is useless.
        if (isUnused && (forWantOfRoom || isSpare(lane))) {
          lanes.remove(lane);
          if (!lane.isShared()) {
            lane.client().shutdown();
          }
        }
      }
      if (problem == null) {
        complete(null);
      } else if (forWantOfRoom) {
        start();
      } else {
        completeExceptionally(problem);
      }
      for (Ride other : stranded) {
        if (problem != null && !wasCancelled && !forWantOfRoom) {
          other.completeExceptionally(problem);
        } else {
          other.start();
        }
      }
    }

    private static Throwable cause(Throwable problem) {
      Throwable cause = problem instanceof CompletionException ? problem.getCause() : null;
      return cause == null ? problem : cause;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      boolean isCancelled = super.cancel(mayInterrupt);
      CompletableFuture<?> known = sent;
      if (known != null) {
        known.cancel(mayInterrupt);
      }
      return isCancelled;
    }
  }

  /** The JDK asks for the body when it has a connection. */
  private static HttpRequest telling(HttpRequest request, Runnable connected) {
    return request
        .bodyPublisher()
        .map(body ->
            HttpRequest.newBuilder(request, (name, value) -> true)
                .method(request.method(), new TellingBody(body, connected))
                .build())
        .orElse(request);
  }

  private record TellingBody(BodyPublisher body, Runnable asked) implements BodyPublisher {
    @Override
    public long contentLength() {
      return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      asked.run();
      body.subscribe(subscriber);
    }
  }
}
