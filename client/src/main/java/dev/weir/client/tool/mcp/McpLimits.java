package dev.weir.client.tool.mcp;

/** What one server may make us hold. */
final class McpLimits {
  static final int MAX_MESSAGE_BYTES = 16 << 20;
  static final int MAX_TOOLS = 1000;
  static final int MAX_PAGES = 100;
  static final int MAX_LOGGED_CHARS = 1000;

  /** How often a cut answer is asked for again if nothing new comes. */
  static final int MAX_RESUMES = 5;

  /** How often a server may answer one call with a question of its own. */
  static final int MAX_ROUNDS = 10;

  private McpLimits() {}
}
