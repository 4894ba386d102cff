package dev.weir.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A way to an engine that speaks the Redis protocol. */
interface Engine {

  /** Connects, once: whoever loses a connection asks for another. */
  CompletableFuture<Connection> connect(Loop loop, Listener listener);

  /** What a connection has to say by itself, on its loop. */
  interface Listener {
    void message(String channel, byte[] payload);

    /** Nothing more comes; what was not answered may have been done or not. */
    void lost();
  }

  /** One connection. Belongs to the loop on which it was made. */
  interface Connection {
    /**
     * Sends commands in one go, which are done one after the other.
     *
     * @return the replies in the order of the commands, on the loop; fails with an {@link
     *     EngineException} if one was refused, and with {@link
     *     dev.weir.log.UnreachableLogException} if the connection was lost
     */
    CompletableFuture<List<Reply>> send(List<Command> commands);

    /** Sends a command whose answer is a message, on a connection that has no other. */
    void subscribe(Command command);

    void close();
  }
}
