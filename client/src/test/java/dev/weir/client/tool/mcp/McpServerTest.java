package dev.weir.client.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.client.tool.mcp.McpSession.Rpc;
import dev.weir.client.turn.Collected;
import dev.weir.client.turn.ScriptedUpstream;
import dev.weir.client.turn.Turn;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that we did not write, over both transports. */
class McpServerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private @Nullable EverythingServer http;

  /** How the server is reached. */
  enum Way {
    STDIO,
    HTTP
  }

  @AfterEach
  void nothingIsLeftBehind() {
    if (http != null) {
      http.close();
    }
  }

  private McpServer open(Way way) throws IOException, InterruptedException {
    if (way == Way.STDIO) {
      return McpServer.start("everything", EverythingServer.stdio(), PATIENCE);
    }
    EverythingServer started = EverythingServer.http();
    http = started;
    return McpServer.connect("everything", started.endpoint(), PATIENCE);
  }

  private static Tool tool(McpServer server, String name) throws IOException, InterruptedException {
    return server.tools().stream()
        .filter(tool -> tool.spec().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static ToolResult call(McpServer server, String name, Json arguments) throws Exception {
    return tool(server, name).run(new ToolCall("c", name, arguments));
  }

  private static Json sum(int a, int b) {
    return Rpc.object("a", new Json.Num("" + a), "b", new Json.Num("" + b));
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aServersToolServesACallInATurn(Way way) throws Exception {
    try (McpServer server = open(way)) {
      var upstream =
          new ScriptedUpstream(Dialects.ANTHROPIC)
              .pass(
                  EventScript.response()
                      .call("c1", "echo", "{\"message\":\"weir\"}")
                      .call("c2", "get-sum", "{\"a\":20,\"b\":22}")
                      .end(Verdict.TOOL_CALLS, "tool_use"))
              .pass(EventScript.response().text("Done.").end(Verdict.COMPLETE, "end_turn"));
      var sink = new Collected();
      Turn.open(upstream, Request.of("?"), server.tools(), TurnOptions.DEFAULT, sink);

      Response response = sink.response();

      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Done.");
      Message.ToolOutputs outputs =
          (Message.ToolOutputs) upstream.requests.getLast().messages().getLast();
      assertThat(outputs.outputs().getFirst().text()).isEqualTo("Echo: weir");
      assertThat(outputs.outputs().getLast().text()).contains("42");
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void theServerIsGreetedListedAndPinged(Way way) throws Exception {
    try (McpServer server = open(way)) {
      server.ping();
      assertThat(server.protocolVersion()).isEqualTo("2025-11-25");
      assertThat(server.tools()).extracting(tool -> tool.spec().name()).contains("echo", "get-sum");
      assertThat(call(server, "get-tiny-image", Rpc.object()).shown())
          .isEqualTo(ToolResult.Kind.IMAGE);
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void callsMayBeUnderWayAtTheSameTime(Way way) throws Exception {
    try (McpServer server = open(way)) {
      Tool adds = tool(server, "get-sum");
      Set<String> answers =
          IntStream.range(0, 20)
              .parallel()
              .mapToObj(i -> {
                var call = new ToolCall(null, "get-sum", sum(i, 1000));
                try {
                  return i + " " + runPatiently(adds, call).contains(" " + (i + 1000));
                } catch (Exception failed) {
                  return i + " " + failed;
                }
              })
              .collect(Collectors.toSet());
      assertThat(answers).hasSize(20).allMatch(answer -> answer.endsWith(" true"));
    }
  }

  /** Node may close a kept connection just when it is used again; who may repeat a call does. */
  private static String runPatiently(Tool tool, ToolCall call) throws Exception {
    try {
      return tool.run(call).text();
    } catch (McpException closed) {
      return tool.run(call).text();
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aCallThatIsGivenUpLeavesTheServerUsable(Way way) throws Exception {
    try (McpServer server = open(way)) {
      Tool slow = tool(server, "trigger-long-running-operation");
      var ended = new CountDownLatch(1);
      Thread caller =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  slow.run(
                      new ToolCall(
                          null,
                          "slow",
                          Rpc.object("duration", new Json.Num("60"), "steps", new Json.Num("60"))));
                } catch (Exception interrupted) {
                  ended.countDown();
                }
              });
      Thread.sleep(200);
      caller.interrupt();
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(call(server, "echo", Rpc.object("message", new Json.Text("still"))).text())
          .isEqualTo("Echo: still");
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void whatTheServerRefusesIsAFailedResultInItsWords(Way way) throws Exception {
    try (McpServer server = open(way)) {
      ToolResult result = call(server, "get-sum", Rpc.object("a", new Json.Text("one")));
      assertThat(result.success()).isFalse();
      assertThat(result.text()).contains("get-sum");
    }
  }

  @Test
  void aServerSeesOnlyTheVariablesThatItIsGiven() throws Exception {
    McpCommand plain = EverythingServer.stdio();
    var command =
        new McpCommand(plain.command(), Map.of("GIVEN", "yes"), Set.of("PATH"), plain.directory());
    try (McpServer server = McpServer.start("everything", command, PATIENCE)) {
      String environment = call(server, "get-env", Rpc.object()).text();
      assertThat(environment).contains("GIVEN", "PATH").doesNotContain("HOME");
    }
  }

  @Test
  void aClosedServerHasEnded() throws Exception {
    McpCommand command = EverythingServer.stdio();
    long before = ProcessHandle.current().descendants().count();
    McpServer server = McpServer.start("everything", command, PATIENCE);
    assertThat(ProcessHandle.current().descendants().count()).isGreaterThan(before);
    server.close();

    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).count())
        .isEqualTo(before);
    assertThatThrownBy(server::ping).hasMessageContaining("was closed");
  }

  @Test
  void aProgramThatIsNotAServerIsReported() {
    List<McpCommand> wrong = List.of(McpCommand.of("no-such-program"), McpCommand.of("true"));
    assertThat(wrong)
        .allSatisfy(command ->
            assertThatThrownBy(() -> McpServer.start("wrong", command, PATIENCE))
                .isInstanceOf(McpException.class)
                .hasMessageContaining(command.toString()));
  }
}
