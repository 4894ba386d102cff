package dev.weir.client.tool.mcp;

import dev.weir.codec.json.Json;
import java.io.IOException;

/** A server cannot be used, or refused a request; the message says which and why. */
public final class McpException extends IOException {
  private enum Kind {
    BROKEN,
    REFUSED,
    SESSION_LOST
  }

  private final Kind kind;

  /** What the server said; transient, because Json is not serializable. */
  private final transient Json error;

  McpException(String message) {
    super(message);
    kind = Kind.BROKEN;
    error = Json.Null.NULL;
  }

  McpException(String message, Throwable cause) {
    super(message, cause);
    kind = Kind.BROKEN;
    error = Json.Null.NULL;
  }

  private McpException(String message, Kind kind, Json error) {
    super(message);
    this.kind = kind;
    this.error = error;
  }

  /**
   * The server has answered, but not with a result.
   *
   * @param error the error of JSON-RPC, or {@code Null} where there is only an http status
   */
  static McpException refused(String message, Json error) {
    return new McpException(message, Kind.REFUSED, error);
  }

  /** The server has forgotten us, and wants to be greeted again. */
  static McpException sessionLost() {
    return new McpException(
        "The MCP server no longer knows our session", Kind.SESSION_LOST, Json.Null.NULL);
  }

  boolean isRefusal() {
    return kind == Kind.REFUSED;
  }

  boolean isSessionLost() {
    return kind == Kind.SESSION_LOST;
  }

  /** The error of JSON-RPC, if there was one. */
  Json error() {
    return error;
  }
}
