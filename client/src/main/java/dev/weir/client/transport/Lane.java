package dev.weir.client.transport;

import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;

/**
 * One client of the JDK, which is one HTTP/2 connection to an origin, and what is on it. Guarded by
 * its {@link Lanes}.
 *
 * @param <R> what travels on it
 */
final class Lane<R> {
  private enum State {
    /** Nothing is on it, and its connection may be gone. */
    UNUSED,
    /** The first one connects; the others wait for it. */
    OPENING,
    /** There is a connection, but the server's limit may still be on its way. */
    OPEN,
    /**
     * A response has begun, or one was refused: the JDK knows the server's limit and keeps to it.
     */
    KNOWN
  }

  private final HttpClient client;
  private final boolean isShared;
  private State state = State.UNUSED;
  private int streams;
  private int responses;
  private boolean isFull;
  private List<R> waiting = new ArrayList<>();

  /**
   * @param isShared whether others use the client as well, and close it
   */
  Lane(HttpClient client, boolean isShared) {
    this.client = client;
    this.isShared = isShared;
  }

  boolean isShared() {
    return isShared;
  }

  HttpClient client() {
    return client;
  }

  int streams() {
    return streams;
  }

  /** How many of its streams have a response that has begun: what the server certainly carries. */
  int responses() {
    return responses;
  }

  /** Whether it carries several streams before its server has said how many it may. */
  boolean isCrowdedAtFirst() {
    return state == State.OPEN && streams > 1;
  }

  /**
   * @param most how many streams it may carry
   * @param mostAtFirst how many while the server's limit is unknown
   */
  boolean hasRoom(int most, int mostAtFirst) {
    return switch (state) {
      case UNUSED -> true;
      case OPENING -> streams + waiting.size() < mostAtFirst;
      case OPEN -> !isFull && streams < mostAtFirst;
      case KNOWN -> !isFull && streams < most;
    };
  }

  /**
   * Takes one more; returns whether it may go now, rather than wait for the connection.
   *
   * @param tellsWhenConnected whether it reports its connection, so that others can wait for it if
   *     it is the first
   */
  boolean enter(R rider, boolean tellsWhenConnected) {
    if (state == State.OPENING) {
      waiting.add(rider);
      return false;
    }
    if (state == State.UNUSED) {
      state = tellsWhenConnected ? State.OPENING : State.OPEN;
    }
    streams++;
    return true;
  }

  /** There is a connection; returns those that waited for it. */
  List<R> opened() {
    if (state != State.OPENING) {
      return List.of();
    }
    state = State.OPEN;
    return takeWaiting();
  }

  /** A response has begun. */
  void begun() {
    responses++;
    if (state == State.OPEN) {
      state = State.KNOWN;
    }
  }

  /**
   * One has left; returns those that waited for a connection that it did not get.
   *
   * @param hadBegun whether its response had begun
   * @param forWantOfRoom whether it was refused, because the connection has no room for it
   */
  List<R> left(boolean hadBegun, boolean forWantOfRoom) {
    streams--;
    responses -= hadBegun ? 1 : 0;
    // One that leaves makes room for another.
    isFull = forWantOfRoom;
    List<R> stranded = state == State.OPENING ? takeWaiting() : List.of();
    if (streams == 0) {
      state = State.UNUSED;
    } else if (forWantOfRoom) {
      state = State.KNOWN;
    }
    return stranded;
  }

  private List<R> takeWaiting() {
    List<R> taken = waiting;
    waiting = new ArrayList<>();
    return taken;
  }
}
