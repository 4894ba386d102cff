package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A server that speaks just enough HTTP/2 (RFC 9113) to break its rules on purpose. */
final class Http2Server implements AutoCloseable {
  static final int INTERNAL_ERROR = 2;
  static final int REFUSED_STREAM = 7;

  private static final int NO_LIMIT = Integer.MAX_VALUE;
  private static final short MAX_CONCURRENT_STREAMS = 3;
  private static final int PREFACE_BYTES = 24;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int END_STREAM = 1;
  private static final int ACK = 1;
  private static final int END_HEADERS = 4;

  private final SSLServerSocket listening;
  private final Script script;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private final int maxStreams;

  /** What happens to a request that has come. */
  interface Script {
    void run(Connection connection, int stream) throws IOException, InterruptedException;
  }

  Http2Server(SSLContext context, Script script) throws IOException {
    this(context, NO_LIMIT, script);
  }

  /**
   * @param maxStreams how many streams a connection may have at once; it refuses more
   */
  Http2Server(SSLContext context, int maxStreams, Script script) throws IOException {
    this.maxStreams = maxStreams;
    this.script = script;
    listening =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    SSLParameters parameters = listening.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    listening.setSSLParameters(parameters);
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** How many came that were not refused. */
  int requests() {
    return requests.get();
  }

  /** How many there were in all. */
  int connections() {
    return connections.get();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        SSLSocket socket = (SSLSocket) listening.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(SSLSocket socket) {
    try (socket) {
      var connection = new Connection(socket);
      connection.in.readNBytes(PREFACE_BYTES);
      connections.incrementAndGet();
      connection.frame(SETTINGS, 0, 0, settings());
      while (connection.takeFrame()) {
        // Until the client has gone.
      }
    } catch (IOException | InterruptedException gone) {
      // The client or the script left.
    }
  }

  private byte[] settings() {
    return maxStreams == NO_LIMIT
        ? new byte[0]
        : ByteBuffer.allocate(6).putShort(MAX_CONCURRENT_STREAMS).putInt(maxStreams).array();
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }

  /** One connection, as the script sees it. */
  final class Connection {
    private final SSLSocket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final Set<Integer> streams = new HashSet<>();
    private final Set<Integer> refused = new HashSet<>();

    private Connection(SSLSocket socket) throws IOException {
      this.socket = socket;
      this.in = new DataInputStream(socket.getInputStream());
      this.out = new DataOutputStream(socket.getOutputStream());
    }

    private boolean takeFrame() throws IOException, InterruptedException {
      int first = in.read();
      if (first < 0) {
        return false;
      }
      int length = first << 16 | in.readUnsignedShort();
      int type = in.read();
      int flags = in.read();
      int stream = in.readInt();
      byte[] payload = in.readNBytes(length);
      if (type == HEADERS && !isTaken(stream)) {
        refused.add(stream);
        resetStream(stream, REFUSED_STREAM);
      } else if (type == RST_STREAM) {
        over(stream);
      } else if (refused.contains(stream)) {
        return true;
      } else if (type == SETTINGS && (flags & ACK) == 0) {
        frame(SETTINGS, ACK, 0, new byte[0]);
      } else if (type == PING && (flags & ACK) == 0) {
        frame(PING, ACK, 0, payload);
      } else if ((type == HEADERS || type == DATA) && (flags & END_STREAM) != 0) {
        requests.incrementAndGet();
        script.run(this, stream);
      }
      return true;
    }

    private synchronized boolean isTaken(int stream) {
      return streams.size() < maxStreams && streams.add(stream);
    }

    private synchronized void over(int stream) {
      streams.remove(stream);
      notifyAll();
    }

    /** Waits until the client has reset that stream. */
    synchronized void awaitReset(int stream) throws InterruptedException {
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (streams.contains(stream) && System.nanoTime() < until) {
        TimeUnit.SECONDS.timedWait(this, 1);
      }
    }

    private synchronized void frame(int type, int flags, int stream, byte[] payload)
        throws IOException {
      out.writeByte(payload.length >> 16);
      out.writeShort(payload.length);
      out.writeByte(type);
      out.writeByte(flags);
      out.writeInt(stream);
      out.write(payload);
      out.flush();
    }

    /** Status 200 and the type of a stream, written as RFC 7541 has it in its fixed table. */
    void headers(int stream) throws IOException {
      byte[] type = "text/event-stream".getBytes(US_ASCII);
      byte[] block = new byte[4 + type.length];
      block[0] = (byte) 0x88;
      block[1] = 0x0f;
      block[2] = 0x10;
      block[3] = (byte) type.length;
      System.arraycopy(type, 0, block, 4, type.length);
      frame(HEADERS, END_HEADERS, stream, block);
    }

    void data(int stream, byte[] bytes) throws IOException {
      frame(DATA, 0, stream, bytes);
    }

    void end(int stream) throws IOException {
      over(stream);
      frame(DATA, END_STREAM, stream, new byte[0]);
    }

    void resetStream(int stream, int code) throws IOException {
      over(stream);
      frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, (byte) code});
    }

    /** Says that streams up to this one are still served. */
    void goAway(int lastStream, int code) throws IOException {
      frame(GOAWAY, 0, 0, new byte[] {0, 0, 0, (byte) lastStream, 0, 0, 0, (byte) code});
    }

    void close() throws IOException {
      socket.close();
    }
  }
}
