package dev.weir.client.tool.mcp;

import dev.weir.codec.json.Json;
import java.io.IOException;

/** Carries JSON-RPC messages to a server and back. Any thread may call. */
interface McpChannel extends AutoCloseable {

  /** Takes what comes from the server; any thread may call it. */
  interface Sink {
    void message(Json message);

    /** A request of ours will get no answer. */
    void failed(long requestId, McpException why);

    /** Nothing will come any more. */
    void closed(McpException why);
  }

  /** Begins to read. */
  void open(Sink sink) throws IOException;

  /** Sends a request, whose answer comes to the sink. */
  void request(long id, Json message) throws IOException;

  /** Sends what has no answer: a notification, or our answer to a request of the server. */
  void send(Json message) throws IOException;

  /** The protocol version that both sides will speak from now on. */
  void agreed(String version);

  /** Nobody waits for that answer any more. */
  void abandon(long requestId);

  @Override
  void close();
}
