package dev.weir.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A way to a port of this machine that can be held up: connections stay open, new ones are taken,
 * and no byte passes, as in a network that is parted. What was held up passes when it is let go.
 */
public final class WeakLink implements AutoCloseable {
  private final ServerSocket server;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean isHeld;

  private WeakLink(ServerSocket server, int target) {
    this.server = server;
    this.target = target;
  }

  public static WeakLink to(int target) throws IOException {
    var link = new WeakLink(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
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
        Socket client = server.accept();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(far);
        Thread.ofVirtual().start(() -> pass(client, far));
        Thread.ofVirtual().start(() -> pass(far, client));
      } catch (IOException closed) {
        // The loop looks whether that was meant.
      }
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] buffer = new byte[1 << 14];
    try (from;
        to) {
      for (int read = from.getInputStream().read(buffer);
          read >= 0;
          read = from.getInputStream().read(buffer)) {
        awaitPassage();
        to.getOutputStream().write(buffer, 0, read);
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

  @Override
  public void close() throws IOException {
    server.close();
    hold(false);
    for (Socket socket : open) {
      socket.close();
    }
  }
}
