package dev.weir.client.tool.mcp;

import java.io.IOException;

/** A server cannot be used, or refused a request; the message says which and why. */
public final class McpException extends IOException {
  private final boolean isSessionLost;

  McpException(String message) {
    super(message);
    isSessionLost = false;
  }

  McpException(String message, Throwable cause) {
    super(message, cause);
    isSessionLost = false;
  }

  private McpException(String message, boolean isSessionLost) {
    super(message);
    this.isSessionLost = isSessionLost;
  }

  /** The server has forgotten us, and wants to be greeted again. */
  static McpException sessionLost() {
    return new McpException(
        "The MCP server no longer knows our session", /* isSessionLost= */ true);
  }

  boolean isSessionLost() {
    return isSessionLost;
  }
}
