package dev.weir.client.tool.mcp;

import dev.weir.client.tool.mcp.McpSession.Rpc;
import dev.weir.codec.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which revision of the protocol is spoken, and what the server said of itself.
 *
 * <p>There are two kinds. With a session: the server is greeted ({@code initialize}), and both
 * sides remember what was agreed. Without one: every request says its revision and its sender, and
 * nothing is remembered.
 */
record McpAgreement(String version, Json server) {
  /** Revisions without a session, newest first. */
  static final List<String> STATELESS = List.of("2026-07-28");

  /** Revisions with a session, newest first: the first is what we ask for. */
  static final List<String> WITH_SESSION =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  private static final String PREFIX = "io.modelcontextprotocol/";

  static boolean isStateless(@Nullable String version) {
    return version != null && STATELESS.contains(version);
  }

  boolean isStateless() {
    return isStateless(version);
  }

  /** For messages: all that we speak. */
  static String spoken() {
    return Stream.of(STATELESS, WITH_SESSION)
        .flatMap(List::stream)
        .collect(Collectors.joining(", "));
  }

  static Json client() {
    return Rpc.object("name", new Json.Text("weir"), "version", new Json.Text("0.1"));
  }

  /** What every request of a revision without a session says. */
  static Json withMeta(String version, Json params) {
    Map<String, Json> all = new LinkedHashMap<>(params.fields());
    all.put(
        "_meta",
        Rpc.object(
            PREFIX + "protocolVersion", new Json.Text(version),
            PREFIX + "clientInfo", client(),
            PREFIX + "clientCapabilities", Rpc.object()));
    return new Json.Fields(all);
  }

  /** What the server calls itself. */
  Json serverInfo() {
    Json info = server.get("_meta").get(PREFIX + "serverInfo");
    return info.isNull() ? server.get("serverInfo") : info;
  }

  boolean hasTools() {
    return server.get("capabilities").has("tools");
  }
}
