package dev.weir.cli.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Lets each connection go to the next of several ports of this machine that takes it, as a load
 * balancer does, and passes bytes both ways without looking at them.
 */
final class RoundRobin implements AutoCloseable {
  private static final int BACKLOG = 256;
  private static final int CONNECT_MILLIS = 1_000;
  private static final int BUFFER_BYTES = 1 << 14;

  private final ServerSocket server;
  private final List<Integer> ports = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private RoundRobin(ServerSocket server) {
    this.server = server;
  }

  /** Listens on a port of this machine; 0 for any free one. */
  static RoundRobin listen(int port) throws IOException {
    var front = new RoundRobin(new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().name("weir-front").start(front::accept);
    return front;
  }

  int port() {
    return server.getLocalPort();
  }

  /** From now on connections go there too. */
  void add(int port) {
    ports.add(port);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> pass(client));
      } catch (IOException closed) {
        // The loop looks whether that was meant.
      }
    }
  }

  private void pass(Socket client) {
    open.add(client);
    try (client;
        Socket node = connect()) {
      if (node == null) {
        return;
      }
      open.add(node);
      Thread back = Thread.ofVirtual().start(() -> copy(node, client));
      copy(client, node);
      back.join();
      open.remove(node);
    } catch (IOException closed) {
      // One side has left: so does the other.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(client);
    }
  }

  /** Connects to the next that can be reached; absent if none can. */
  private @Nullable Socket connect() {
    for (int tried = 0; tried < ports.size(); tried++) {
      int port = ports.get(Math.floorMod(turn.getAndIncrement(), ports.size()));
      var socket = new Socket();
      try {
        socket.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
        return socket;
      } catch (IOException gone) {
        close(socket);
      }
    }
    return null;
  }

  /** Passes what comes until one side ends; an end is passed on, a break breaks both. */
  private static void copy(Socket from, Socket to) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      to.setTcpNoDelay(true);
      for (int read = from.getInputStream().read(buffer);
          read >= 0;
          read = from.getInputStream().read(buffer)) {
        to.getOutputStream().write(buffer, 0, read);
      }
      to.shutdownOutput();
    } catch (IOException broken) {
      reset(from);
      reset(to);
    }
  }

  /** A client must not take a broken connection for one that ended. */
  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (SocketException closed) {
      return;
    }
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException closed) {
      // It is closed either way.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    open.forEach(RoundRobin::close);
  }
}
