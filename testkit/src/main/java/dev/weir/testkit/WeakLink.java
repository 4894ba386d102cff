package dev.weir.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A way to a port of this machine, as long as one likes, that can be held up: connections stay
 * open, new ones are taken, and no byte passes, as in a network that is parted. What was held up
 * passes when it is let go; what is on its way when the link is closed is lost.
 */
public final class WeakLink implements AutoCloseable {
  private final ServerSocket server;
  private final int target;
  private final long delayNanos;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean isHeld;

  private WeakLink(ServerSocket server, int target, long delayNanos) {
    this.server = server;
    this.target = target;
    this.delayNanos = delayNanos;
  }

  public static WeakLink to(int target) throws IOException {
    return to(target, Duration.ZERO);
  }

  /** A way that every byte takes so long for, in each direction. */
  public static WeakLink to(int target, Duration delay) throws IOException {
    var link =
        new WeakLink(
            new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target, delay.toNanos());
    Thread.ofVirtual().start(link::accept);
    return link;
  }

  public int port() {
    return server.getLocalPort();
  }

  /** From now on no byte passes, or bytes pass again. */
  public void hold(boolean held) {
    lock.lock();
    try {
      isHeld = held;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        lead(server.accept());
      } catch (IOException closed) {
        // The loop looks whether that was meant.
      }
    }
  }

  private void lead(Socket client) throws IOException {
    try {
      Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
      client.setTcpNoDelay(true);
      far.setTcpNoDelay(true);
      open.add(client);
      open.add(far);
      Thread.ofVirtual().start(() -> pass(client, far));
      Thread.ofVirtual().start(() -> pass(far, client));
    } catch (IOException nobodyThere) {
      client.close();
    }
  }

  /** Bytes on their way; none are the end. */
  private static final class Sent {
    final byte[] bytes;
    final long atNanos = System.nanoTime();

    Sent(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  private void pass(Socket from, Socket to) {
    var onTheWay = new LinkedBlockingQueue<Sent>();
    Thread.ofVirtual().start(() -> arrive(onTheWay, from, to));
    byte[] buffer = new byte[1 << 14];
    try {
      for (int read = from.getInputStream().read(buffer);
          read >= 0;
          read = from.getInputStream().read(buffer)) {
        onTheWay.add(new Sent(Arrays.copyOf(buffer, read)));
      }
    } catch (IOException closed) {
      // The other end learns it when all that was said before has arrived.
    }
    onTheWay.add(new Sent(new byte[0]));
  }

  private void arrive(LinkedBlockingQueue<Sent> onTheWay, Socket from, Socket to) {
    try (from;
        to) {
      for (Sent next = onTheWay.take(); next.bytes.length > 0; next = onTheWay.take()) {
        TimeUnit.NANOSECONDS.sleep(next.atNanos + delayNanos - System.nanoTime());
        awaitPassage();
        to.getOutputStream().write(next.bytes);
      }
      awaitPassage();
    } catch (IOException closed) {
      // Both ends are closed now.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitPassage() throws InterruptedException {
    lock.lock();
    try {
      while (isHeld) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends it, as with the machine that it led to: what is on its way is lost. */
  public void sever() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
    hold(false);
  }

  @Override
  public void close() throws IOException {
    sever();
  }
}
