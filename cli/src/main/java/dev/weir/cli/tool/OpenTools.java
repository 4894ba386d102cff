package dev.weir.cli.tool;

import dev.weir.cli.config.ToolConfig;
import dev.weir.client.tool.ShownTool;
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolResult;
import dev.weir.client.tool.http.HttpTool;
import dev.weir.client.tool.mcp.McpServer;
import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The tools that the settings name, and the servers they come from, until it is closed. */
public final class OpenTools implements AutoCloseable {
  private static final Duration REQUEST_TIME = Duration.ofSeconds(60);

  private final List<McpServer> servers = new ArrayList<>();
  private final Map<String, Tool> tools = new LinkedHashMap<>();

  private final Secrets secrets;

  private OpenTools(Secrets secrets) {
    this.secrets = secrets;
  }

  /**
   * Starts what is to be started and asks every server for its tools.
   *
   * @param secrets what the message of a server must not repeat
   * @throws IllegalArgumentException if a server lacks what is named, or two tools have one name
   * @throws IOException if a server cannot be reached
   */
  public static OpenTools of(List<ToolConfig> configs, Secrets secrets) throws IOException {
    var open = new OpenTools(secrets);
    try {
      for (ToolConfig config : configs) {
        open.add(config);
      }
      return open;
    } catch (IOException | RuntimeException failed) {
      open.close();
      throw failed;
    } catch (InterruptedException stopped) {
      open.close();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the tools were opened", stopped);
    }
  }

  private void add(ToolConfig config) throws IOException, InterruptedException {
    switch (config) {
      case ToolConfig.Endpoint one ->
          add(one.name(), new HttpTool(one.spec(), one.endpoint()), one.shows());
      case ToolConfig.Program program -> {
        try {
          take(
              program.name(),
              McpServer.start(program.name(), program.command(), REQUEST_TIME),
              program.choice());
        } catch (IOException failed) {
          throw unusable(program.name(), program.command(), failed);
        }
      }
      case ToolConfig.Server server -> {
        try {
          take(
              server.name(),
              McpServer.connect(server.name(), server.endpoint(), REQUEST_TIME),
              server.choice());
        } catch (IOException failed) {
          throw unusable(server.name(), server.endpoint(), failed);
        }
      }
    }
  }

  private IOException unusable(String name, Object what, IOException why) {
    return new IOException(
        "tools.%s: the MCP server (%s) cannot be used: %s"
            .formatted(name, what, secrets.hide(String.valueOf(why.getMessage()))));
  }

  private void take(String name, McpServer server, ToolConfig.Choice choice)
      throws IOException, InterruptedException {
    servers.add(server);
    List<Tool> offered = server.tools();
    Set<String> names =
        offered.stream().map(tool -> tool.spec().name()).collect(Collectors.toSet());
    Set<String> unknown = new TreeSet<>(choice.shows().keySet());
    if (choice.only() != null) {
      unknown.addAll(choice.only());
    }
    unknown.removeAll(names);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "tools.%s: the server has no tool %s; it has %s"
              .formatted(
                  name, String.join(", ", unknown), String.join(", ", new TreeSet<>(names))));
    }
    Set<String> wanted = choice.only() == null ? names : new HashSet<>(choice.only());
    for (Tool tool : offered) {
      String toolName = tool.spec().name();
      if (wanted.contains(toolName)) {
        add(name, tool, choice.shows().getOrDefault(toolName, ToolResult.Kind.PLAIN));
      }
    }
  }

  private void add(String from, Tool tool, ToolResult.Kind shows) {
    String name = tool.spec().name();
    Tool offered = shows == ToolResult.Kind.PLAIN ? tool : new ShownTool(tool, shows);
    if (tools.putIfAbsent(name, offered) != null) {
      throw new IllegalArgumentException(
          "tools.%s: there is already a tool named %s; choose with \"only\" which to offer"
              .formatted(from, name));
    }
  }

  public List<Tool> tools() {
    return List.copyOf(tools.values());
  }

  @Override
  public void close() {
    servers.forEach(McpServer::close);
  }
}
