package dev.weir.cli.config;

import dev.weir.client.tool.ToolResult;
import dev.weir.client.tool.http.HttpEndpoint;
import dev.weir.client.tool.mcp.McpCommand;
import dev.weir.client.tool.mcp.McpEndpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.ToolSpec;
import dev.weir.sim.yaml.YamlFields;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code weir.yaml} says about tools, one entry under {@code tools}: where they come from. */
public sealed interface ToolConfig {
  /** What {@code weir.yaml} calls it. */
  String name();

  /** One tool that is an HTTP endpoint. */
  record Endpoint(ToolSpec spec, HttpEndpoint endpoint, ToolResult.Kind shows)
      implements ToolConfig {
    @Override
    public String name() {
      return spec.name();
    }
  }

  /** The tools of an MCP server that is started. */
  record Program(String name, McpCommand command, Choice choice) implements ToolConfig {}

  /** The tools of an MCP server that runs elsewhere. */
  record Server(String name, McpEndpoint endpoint, Choice choice) implements ToolConfig {}

  /**
   * Which of a server's tools are taken.
   *
   * @param only the names of those that are offered; absent for all
   * @param shows what the answers of a tool are shown as, by its name
   */
  record Choice(@Nullable Set<String> only, Map<String, ToolResult.Kind> shows) {}

  /** Reads the entry of a name. */
  static ToolConfig read(String name, YamlFields named, ToolValues values) {
    YamlFields fields = named.fields(name);
    boolean isMcp = fields.has("mcp");
    if (isMcp == fields.has("url")) {
      throw named.refused(
          name, "needs either mcp (a server's address or command) or url (an HTTP endpoint)");
    }
    try {
      ToolConfig config = isMcp ? mcp(name, fields, values) : endpoint(name, fields, values);
      fields.nothingElse();
      return config;
    } catch (IllegalArgumentException wrong) {
      throw named.refused(name, String.valueOf(wrong.getMessage()));
    }
  }

  private static ToolConfig mcp(String name, YamlFields fields, ToolValues values) {
    Json where = fields.json("mcp");
    Choice choice = choice(fields);
    String url = where.text();
    if (url != null) {
      return new Server(name, new McpEndpoint(URI.create(url), values.headers(fields)), choice);
    }
    List<String> command = where.items().stream().map(Json::textOrEmpty).toList();
    var program =
        new McpCommand(command, values.environment(fields), McpCommand.USUAL_VARIABLES, null);
    return new Program(name, program, choice);
  }

  private static Choice choice(YamlFields fields) {
    Json only = fields.json("only");
    Map<String, ToolResult.Kind> shows = new LinkedHashMap<>();
    YamlFields words = fields.fields("shows");
    for (String tool : words.names()) {
      shows.put(tool, kind(words, tool));
    }
    return new Choice(
        only.isNull()
            ? null
            : only.items().stream().map(Json::textOrEmpty).collect(Collectors.toSet()),
        shows);
  }

  private static ToolConfig endpoint(String name, YamlFields fields, ToolValues values) {
    String url = fields.text("url");
    String method = fields.text("method");
    String description = fields.text("description");
    Json parameters = fields.json("parameters");
    if (description == null || !parameters.isObject()) {
      throw new IllegalArgumentException(
          "an HTTP endpoint needs a description and parameters (a JSON schema of type object), so that the model knows what to call it with");
    }
    Double seconds = fields.number("seconds");
    HttpEndpoint endpoint =
        HttpEndpoint.of(method == null ? "GET" : method, url == null ? "" : url);
    for (Map.Entry<String, String> header : values.headers(fields).entrySet()) {
      endpoint = endpoint.withHeader(header.getKey(), header.getValue());
    }
    if (seconds != null) {
      endpoint = endpoint.withTime(Duration.ofMillis(Math.round(seconds * 1e3)));
    }
    return new Endpoint(
        new ToolSpec(name, description, parameters),
        endpoint,
        fields.has("shows") ? kind(fields, "shows") : ToolResult.Kind.PLAIN);
  }

  private static ToolResult.Kind kind(YamlFields fields, String name) {
    String word = fields.text(name);
    return Arrays.stream(ToolResult.Kind.values())
        .filter(kind -> kind != ToolResult.Kind.PLAIN)
        .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(() ->
            fields.refused(
                name,
                "\"%s\" is not known; expected web_search, artifact or image".formatted(word)));
  }
}
