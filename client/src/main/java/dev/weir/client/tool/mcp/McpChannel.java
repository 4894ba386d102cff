package dev.weir.client.tool.mcp;

import dev.weir.codec.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Carries JSON-RPC messages to a server and back. Any thread may call. */
interface McpChannel extends AutoCloseable {

  /** Takes what comes from the server; any thread may call it. */
  interface Sink {
    void message(Json message);

    /** A request of ours will get no answer. */
    void failed(long requestId, McpException why);

    /** Nothing more will come. */
    void closed(McpException why);
  }

  /** Begins to read; also reopens a closed channel. */
  void open(Sink sink) throws IOException;

  /**
   * Sends a request, whose answer comes to the sink.
   *
   * @param headers what to send along, where the channel has headers
   */
  void request(long id, Json message, Map<String, String> headers) throws IOException;

  /** Sends what has no answer: a notification, or our answer to a request of the server. */
  void send(Json message) throws IOException;

  /** The protocol version that both sides will speak from now on. */
  void agreed(String version);

  /** Gives up waiting for that answer; returns whether the server notices. */
  boolean abandon(long requestId);

  /** Whether requests have headers. */
  boolean hasHeaders();

  /**
   * How long a server that does not know a request may be silent; absent where every request is
   * answered.
   */
  @Nullable Duration silence();

  @Override
  void close();
}
