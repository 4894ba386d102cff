package dev.weir.sim.http;

import dev.weir.codec.Bytes;
import dev.weir.sim.reply.Ending;
import dev.weir.sim.reply.Reply;
import io.netty.util.concurrent.EventExecutor;

/** Where one reply is sent. Used on its connection's event loop alone. */
interface Wire {
  EventExecutor loop();

  /** Whether the client takes more now. */
  boolean isWritable();

  /** Sends the status and the headers. */
  void head(Reply reply);

  void slice(Bytes bytes, boolean isBare);

  /** Ends the reply; returns whether the connection can serve another request. */
  boolean end(Ending ending);
}
