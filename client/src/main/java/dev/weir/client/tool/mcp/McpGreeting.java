package dev.weir.client.tool.mcp;

import dev.weir.client.tool.mcp.McpSession.Pending;
import dev.weir.client.tool.mcp.McpSession.Rpc;
import dev.weir.codec.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which revision of the protocol a server speaks.
 *
 * <p>It is asked {@code server/discover}, which every server without sessions answers. An older one
 * does not know it: it refuses in words of its own, says nothing, or ends. Then it is greeted in
 * the older way.
 */
final class McpGreeting {
  static final String INITIALIZE = "initialize";
  private static final String DISCOVER = "server/discover";
  private static final long UNSUPPORTED_VERSION = -32022;

  /** Errors that only a server without sessions knows. */
  private static final Set<Long> STATELESS_ERRORS = Set.of(-32020L, -32021L, UNSUPPORTED_VERSION);

  private final String name;
  private final McpSession session;
  private final McpChannel channel;

  McpGreeting(String name, McpSession session, McpChannel channel) {
    this.name = name;
    this.session = session;
    this.channel = channel;
  }

  McpAgreement greet() throws IOException, InterruptedException {
    Pending probe = ask(McpAgreement.STATELESS.getFirst());
    if (isSilent(probe)) {
      return greetSilent(probe);
    }
    McpAgreement discovered = discovered(probe);
    if (discovered != null) {
      return discovered;
    }
    if (session.isClosed()) {
      session.reopen();
    }
    return initialize();
  }

  private Pending ask(String version) throws IOException {
    channel.agreed(version);
    return session.send(version, DISCOVER, Rpc.object(), Map.of());
  }

  private boolean isSilent(Pending probe) throws InterruptedException {
    Duration silence = channel.silence();
    if (silence == null) {
      return false;
    }
    try {
      var unused = probe.answer().get(silence.toMillis(), TimeUnit.MILLISECONDS);
      return false;
    } catch (ExecutionException failed) {
      return false;
    } catch (TimeoutException silent) {
      return true;
    }
  }

  /** A server that is only slow to start then has both questions, and answers the one it knows. */
  private McpAgreement greetSilent(Pending probe) throws IOException, InterruptedException {
    try {
      McpAgreement agreement = initialize();
      session.forget(probe);
      return agreement;
    } catch (McpException refused) {
      McpAgreement discovered = probe.answer().isDone() ? discovered(probe) : null;
      if (discovered == null) {
        throw refused;
      }
      return discovered;
    }
  }

  /** What a server without sessions said; absent if the server is an older one. */
  private @Nullable McpAgreement discovered(Pending probe)
      throws IOException, InterruptedException {
    Json server;
    try {
      server = session.await(probe);
    } catch (McpException refused) {
      Long code = refused.error().get("code").number();
      if (code != null && STATELESS_ERRORS.contains(code)) {
        server = askAgain(refused);
      } else if (refused.isRefusal() || session.isClosed()) {
        return null;
      } else {
        throw refused;
      }
    }
    Json versions = server.get("supportedVersions");
    String newest = newest(McpAgreement.STATELESS, versions);
    if (newest != null) {
      channel.agreed(newest);
      return new McpAgreement(newest, server);
    }
    if (versions.isArray() && newest(McpAgreement.WITH_SESSION, versions) == null) {
      throw strange(versions.toText());
    }
    return null;
  }

  /** Asks once more, in a revision that the server named. */
  private Json askAgain(McpException refused) throws IOException, InterruptedException {
    Json error = refused.error();
    boolean isVersion = Long.valueOf(UNSUPPORTED_VERSION).equals(error.get("code").number());
    Json supported = error.get("data").get("supported");
    String newest = newest(McpAgreement.STATELESS, supported);
    if (newest != null && isVersion) {
      return session.await(ask(newest));
    }
    if (newest(McpAgreement.WITH_SESSION, supported) != null && isVersion) {
      return Rpc.object("supportedVersions", supported);
    }
    throw isVersion ? strange(supported.toText()) : refused;
  }

  private static @Nullable String newest(List<String> ours, Json theirs) {
    return ours.stream()
        .filter(version -> theirs.items().contains(new Json.Text(version)))
        .findFirst()
        .orElse(null);
  }

  /** Greets in the older way, which opens a session. */
  McpAgreement initialize() throws IOException, InterruptedException {
    Json params =
        Rpc.object(
            "protocolVersion", new Json.Text(McpAgreement.WITH_SESSION.getFirst()),
            "capabilities", Rpc.object(),
            "clientInfo", McpAgreement.client());
    Json server = session.await(session.send(/* version= */ "", INITIALIZE, params, Map.of()));
    String version = server.get("protocolVersion").textOrEmpty();
    if (!McpAgreement.WITH_SESSION.contains(version)) {
      throw strange("\"" + version + "\"");
    }
    channel.agreed(version);
    channel.send(Rpc.notification("notifications/initialized", Rpc.object()));
    return new McpAgreement(version, server);
  }

  private McpException strange(String versions) {
    return new McpException(
        "MCP server %s speaks protocol version %s; Weir speaks %s"
            .formatted(name, versions, McpAgreement.spoken()));
  }
}
