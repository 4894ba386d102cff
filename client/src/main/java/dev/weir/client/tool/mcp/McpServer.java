package dev.weir.client.tool.mcp;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.mcp.McpSession.Rpc;
import dev.weir.codec.json.Json;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A server that speaks the Model Context Protocol, and the tools that it offers.
 *
 * <p>Any thread may call; calls may be under way at the same time. Close it when it is no longer
 * needed: that ends a server that was started here.
 */
public final class McpServer implements AutoCloseable {
  private final String name;
  private final McpSession session;

  private McpServer(String name, McpSession session) {
    this.name = name;
    this.session = session;
  }

  /**
   * Starts a server and speaks with it over its standard input and output.
   *
   * @param name our name for it, in messages and diagnostics
   * @param requestTime how long to wait for any one answer
   */
  public static McpServer start(String name, McpCommand command, Duration requestTime)
      throws IOException, InterruptedException {
    return open(name, new StdioChannel(command), requestTime);
  }

  /**
   * Speaks with a server over streamable HTTP.
   *
   * @param name our name for it, in messages and diagnostics
   * @param requestTime how long to wait for any one answer
   */
  public static McpServer connect(String name, McpEndpoint endpoint, Duration requestTime)
      throws IOException, InterruptedException {
    return open(name, new HttpChannel(endpoint), requestTime);
  }

  private static McpServer open(String name, McpChannel channel, Duration requestTime)
      throws IOException, InterruptedException {
    return new McpServer(name, McpSession.open(name, channel, requestTime));
  }

  /** What the server calls itself, with its version. */
  public String title() {
    Json info = session.agreement().serverInfo();
    return info.get("name").textOrEmpty() + " " + info.get("version").textOrEmpty();
  }

  /** The version of the protocol that is spoken. */
  public String protocolVersion() {
    return session.agreement().version();
  }

  /** Asks the server for its tools, page by page. */
  public List<Tool> tools() throws IOException, InterruptedException {
    if (!session.agreement().hasTools()) {
      return List.of();
    }
    List<Tool> tools = new ArrayList<>();
    Set<String> cursors = new HashSet<>();
    String cursor = null;
    do {
      Json page =
          session.request(
              "tools/list",
              cursor == null ? Rpc.object() : Rpc.object("cursor", new Json.Text(cursor)));
      page.get("tools").items().forEach(tool -> add(tool, tools));
      cursor = page.get("nextCursor").textIfAny();
      boolean goesRound = cursor != null && !cursors.add(cursor);
      if (goesRound || cursors.size() > McpLimits.MAX_PAGES || tools.size() > McpLimits.MAX_TOOLS) {
        throw new McpException(
            "MCP server %s lists tools without an end: %,d on %,d pages"
                .formatted(name, tools.size(), cursors.size()));
      }
    } while (cursor != null);
    return List.copyOf(tools);
  }

  /** Asks whether the server is alive. */
  public void ping() throws IOException, InterruptedException {
    boolean isStateless = session.agreement().isStateless();
    session.request(isStateless ? "server/discover" : "ping", Rpc.object());
  }

  private void add(Json tool, List<Tool> tools) {
    String ownName = tool.get("name").textOrEmpty();
    boolean isTask = "required".equals(tool.get("execution").get("taskSupport").text());
    if (ownName.isEmpty() || isTask) {
      // A task runs beside the conversation, but a turn waits for its tools.
      McpSession.DIAGNOSTICS.log(
          Level.INFO, "Tool \"{0}\" of MCP server {1} is left out", ownName, name);
      return;
    }
    try {
      ParamHeaders headers =
          session.hasParamHeaders() ? ParamHeaders.of(tool.get("inputSchema")) : ParamHeaders.NONE;
      tools.add(new McpTool(session, tool, headers));
    } catch (IllegalArgumentException forbidden) {
      McpSession.DIAGNOSTICS.log(
          Level.WARNING,
          "Tool \"{0}\" of MCP server {1} is left out: {2}",
          ownName,
          name,
          forbidden.getMessage());
    }
  }

  @Override
  public void close() {
    session.close();
  }

  @Override
  public String toString() {
    return "MCP server " + name;
  }
}
