package dev.weir.gateway.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the bodies of all requests may take together, from their first byte until the
 * streams that they began have ended. Any thread may call.
 *
 * <p>While a body is read and recorded it is there several times over: as bytes, as JSON, as what
 * is asked, as the log's record. Later only what is asked and the provider's request remain.
 */
final class BodyBudget {
  private final long most;
  private final AtomicLong used = new AtomicLong();

  BodyBudget(long most) {
    this.most = most;
  }

  Share share() {
    return new Share();
  }

  /** The bytes of all requests that are being handled now. */
  long used() {
    return used.get();
  }

  /** The part that one request has. */
  final class Share implements AutoCloseable {
    private long bytes;
    private boolean isClosed;

    private Share() {}

    /**
     * Takes more.
     *
     * @return whether there was room. One request alone may take as much as a request may have.
     */
    synchronized boolean grow(long more) {
      long before = used.getAndAdd(more);
      if (isClosed || (before > bytes && before + more > most)) {
        used.addAndGet(-more);
        return false;
      }
      bytes += more;
      return true;
    }

    /**
     * Takes what a request unfolds to: a small one can continue a conversation of many megabytes.
     *
     * @throws NoRoomException if there is no room
     */
    void unfold(long more) {
      if (!grow(more)) {
        throw new NoRoomException();
      }
    }

    /** The stream runs: from now on it needs less. */
    synchronized void running() {
      long left = bytes / 2;
      used.addAndGet(left - bytes);
      bytes = left;
    }

    @Override
    public synchronized void close() {
      isClosed = true;
      used.addAndGet(-bytes);
      bytes = 0;
    }
  }
}
