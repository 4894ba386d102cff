package dev.weir.client.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Which revision is spoken over standard input and output. Requests are numbered from 1. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the servers are scripts of a shell")
class StdioGreetingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final String DISCOVERED =
      "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"supportedVersions\":[\"2026-07-28\"]}}';";
  private static final String INITIALIZED =
      "echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"protocolVersion\":\"2025-11-25\"}}';";

  private static String versionOf(String script, Duration silence) throws Exception {
    McpCommand command = McpCommand.of("sh", "-c", script + " cat > /dev/null");
    try (McpSession session =
        McpSession.open("own", new StdioChannel(command, silence), PATIENCE)) {
      return session.agreement().version();
    }
  }

  private static String refuses(int id, int code) {
    return "echo '{\"jsonrpc\":\"2.0\",\"id\":%d,\"error\":{\"code\":%d,\"message\":\"no\"}}';"
        .formatted(id, code);
  }

  @Test
  void aServerThatKnowsTheQuestionNeedsNoSession() throws Exception {
    assertThat(versionOf("read a;" + DISCOVERED, LONG)).isEqualTo("2026-07-28");
  }

  @Test
  void oneThatRefusesTheQuestionIsGreeted() throws Exception {
    // A refusal is an answer, so what comes next is the greeting and no cancellation.
    String script =
        "read a;%s read b; case \"$b\" in *initialize*) %s ;; *) %s ;; esac;"
            .formatted(refuses(1, -32601), INITIALIZED, refuses(2, -32000));
    assertThat(versionOf(script.replace("; ;;", " ;;"), LONG)).isEqualTo("2025-11-25");
  }

  @Test
  void oneThatSaysNothingIsGreeted() throws Exception {
    assertThat(versionOf("read a; read b;" + INITIALIZED, SHORT)).isEqualTo("2025-11-25");
  }

  @Test
  void oneThatEndsBecauseOfTheQuestionIsStartedAgainAndGreeted() throws Exception {
    String script = "read a; case \"$a\" in *initialize*) " + INITIALIZED + ";; *) exit 1;; esac;";
    assertThat(versionOf(script.replace(";;;", ";;"), LONG)).isEqualTo("2025-11-25");
  }

  @Test
  void oneThatStartsSlowlyAnswersTheQuestionThatItKnows() throws Exception {
    String script = "read a; read b;" + DISCOVERED + refuses(2, -32601);
    assertThat(versionOf(script, SHORT)).isEqualTo("2026-07-28");
  }

  @Test
  void oneThatRefusesBothIsReported() {
    String script = "read a;" + refuses(1, -32601) + "read b;" + refuses(2, -32603);
    assertThatThrownBy(() -> versionOf(script, LONG)).hasMessageContaining("refused: no (-32603)");
  }
}
