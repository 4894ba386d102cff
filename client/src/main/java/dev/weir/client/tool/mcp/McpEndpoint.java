package dev.weir.client.tool.mcp;

import java.net.URI;
import java.util.Map;

/**
 * The address of a server that speaks over HTTP, from configuration alone. Its text form shows
 * neither headers nor query, because keys are in them.
 *
 * @param headers sent with every request, such as {@code Authorization}
 */
public record McpEndpoint(URI url, Map<String, String> headers) {

  public McpEndpoint {
    headers = Map.copyOf(headers);
    boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    if (url.getUserInfo() != null) {
      // It would stand in every error that names the server.
      throw new IllegalArgumentException(
          "The URL of an MCP server has a user in it; send what it needs as a header instead");
    }
    if (!isHttp || url.getHost() == null) {
      throw new IllegalArgumentException("Expected an http or https URL with a host, saw " + url);
    }
  }

  /** A server without headers of its own. */
  public static McpEndpoint of(String url) {
    return new McpEndpoint(URI.create(url), Map.of());
  }

  @Override
  public String toString() {
    return url.getScheme() + "://" + url.getAuthority() + url.getPath();
  }
}
