package dev.weir.client.transport;

import dev.weir.codec.Bytes;
import java.io.IOException;
import java.util.Map;

/**
 * Sends HTTP requests. The default is the JDK's client; a server brings its own, so that a stream
 * stays on one event loop.
 */
public interface Transport extends AutoCloseable {

  /**
   * Starts an exchange. Never throws for what the network does: that comes to the sink.
   *
   * @param sink called by one thread at a time, in order; ends with exactly one of {@code end} and
   *     {@code failed}, unless the exchange is cancelled first
   */
  Exchange send(HttpCall call, Sink sink);

  @Override
  void close();

  /** Takes what comes back. A sink that blocks holds up its own exchange and no other. */
  interface Sink {
    /** A connection was made. A transport that cannot tell does not call this. */
    default void connected() {}

    /**
     * The http response has begun.
     *
     * @param headers names in lower case; of a repeated one, all values joined by a comma
     */
    void headers(int status, Map<String, String> headers);

    /** The next bytes of the body, lent until this returns: whoever keeps them takes a copy. */
    void slice(Bytes slice);

    /** The body has come to its end. */
    void end();

    /** There will be nothing more; the message says what was tried and what went wrong. */
    void failed(IOException problem);
  }

  /** An exchange under way. Any thread may call. */
  interface Exchange {
    /** Closes the connection, or resets the HTTP/2 stream, at once; the sink hears no more. */
    void cancel();

    /** Reads no further slice until {@link #resume}. What was already read may still come. */
    void pause();

    /** Reads on. */
    void resume();
  }
}
