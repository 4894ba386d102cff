package dev.weir.client.tool.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.codec.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The revision without sessions, over HTTP, and how a server of either kind is told apart. */
class StatelessServerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String DISCOVERED =
      "{'resultType': 'complete', 'supportedVersions': ['2026-07-28'], 'capabilities': {'tools': {}},"
          + " '_meta': {'io.modelcontextprotocol/serverInfo': {'name': 'own', 'version': '7'}}}";
  private static final String TOOLS =
      "{'resultType': 'complete', 'tools': [{'name': 'größe', 'inputSchema': {'type': 'object',"
          + " 'properties': {'region': {'type': 'string', 'x-mcp-header': 'Region'}}}}]}";

  /** One request as it came. */
  private record Asked(String verb, Json message, Map<String, String> headers) {
    String method() {
      return message.get("method").textOrEmpty();
    }
  }

  /** One answer: a status, and a body that is an event stream or one message. */
  private record Answer(int status, String type, String body) {
    static Answer result(String result) {
      return new Answer(
          200, "application/json", "{'jsonrpc': '2.0', 'id': ID, 'result': " + result + "}");
    }

    static Answer error(int status, String error) {
      return new Answer(
          status, "application/json", "{'jsonrpc': '2.0', 'id': ID, 'error': " + error + "}");
    }
  }

  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final Deque<Answer> answers = new ArrayDeque<>();
  private HttpServer server;
  private McpEndpoint endpoint;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(task -> Thread.ofVirtual().start(task));
    server.createContext("/", this::serve);
    server.start();
    endpoint = McpEndpoint.of("http://localhost:" + server.getAddress().getPort() + "/mcp");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void serve(HttpExchange exchange) throws IOException {
    String text = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    Json message = text.isEmpty() ? Json.Null.NULL : McpSession.READER.read(text);
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
    asked.add(new Asked(exchange.getRequestMethod(), message, headers));
    Answer answer = message.has("id") ? answers.removeFirst() : new Answer(202, "text/plain", "");
    String id = String.valueOf(message.get("id").word());
    byte[] body = answer.body.replace('\'', '"').replace("ID", id).getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.type);
    exchange.sendResponseHeaders(answer.status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private McpServer connect() throws IOException, InterruptedException {
    return McpServer.connect("own", endpoint, PATIENCE);
  }

  private Tool tool(McpServer mcp) throws IOException, InterruptedException {
    return mcp.tools().getFirst();
  }

  private static ToolCall call() {
    return new ToolCall(null, "gr__e", McpSession.Rpc.object("region", new Json.Text("us-west1")));
  }

  @Test
  void everyRequestSaysItsRevisionAndNothingIsGreetedOrEnded() throws Exception {
    answers.add(Answer.result(DISCOVERED));
    answers.add(Answer.result(TOOLS));
    answers.add(Answer.result("{'content': [{'type': 'text', 'text': 'done'}]}"));
    answers.add(Answer.result(DISCOVERED));
    try (McpServer mcp = connect()) {
      assertThat(mcp.protocolVersion()).isEqualTo("2026-07-28");
      assertThat(mcp.title()).isEqualTo("own 7");
      assertThat(tool(mcp).run(call()).text()).isEqualTo("done");
      mcp.ping();
    }
    assertThat(asked)
        .extracting(Asked::method)
        .containsExactly("server/discover", "tools/list", "tools/call", "server/discover");
    assertThat(asked)
        .allSatisfy(one -> {
          assertThat(one.verb).isEqualTo("POST");
          assertThat(one.headers)
              .containsEntry("MCP-Protocol-Version", "2026-07-28")
              .containsEntry("Mcp-Method", one.method())
              .doesNotContainKey("Mcp-Session-Id");
          Json meta = one.message.get("params").get("_meta");
          assertThat(meta.get("io.modelcontextprotocol/protocolVersion").text())
              .isEqualTo("2026-07-28");
          assertThat(meta.get("io.modelcontextprotocol/clientInfo").get("name").text())
              .isEqualTo("weir");
          assertThat(meta.get("io.modelcontextprotocol/clientCapabilities"))
              .isEqualTo(McpSession.Rpc.object());
        });
    assertThat(asked.get(2).headers)
        .containsEntry("Mcp-Name", "=?base64?Z3LDtsOfZQ==?=")
        .containsEntry("Mcp-Param-Region", "us-west1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          400 | {'code': -32000, 'message': 'Server not initialized'}
          404 | {'code': -32601, 'message': 'Method not found'}
          200 | {'code': -32601, 'message': 'Method not found'}
          200 | {'code': -32602, 'message': 'Invalid request parameters'}
          500 | {'code': -32603, 'message': 'Internal error'}
          400 | {'code': -32022, 'message': 'Unsupported', 'data': {'supported': ['2025-11-25']}}
          """)
  void anOlderServerIsGreetedInTheOlderWay(int status, String error) throws Exception {
    answers.add(Answer.error(status, error));
    answers.add(Answer.result("{'protocolVersion': '2025-11-25', 'serverInfo': {'name': 'old'}}"));
    answers.add(Answer.result("{}"));
    try (McpServer mcp = connect()) {
      assertThat(mcp.protocolVersion()).isEqualTo("2025-11-25");
      mcp.ping();
    }
    assertThat(asked)
        .filteredOn(one -> one.message.has("id"))
        .extracting(Asked::method)
        .containsExactly("server/discover", "initialize", "ping");
    assertThat(asked.get(1).headers).doesNotContainKeys("MCP-Protocol-Version", "Mcp-Method");
    assertThat(asked.getLast().message.get("params")).isEqualTo(McpSession.Rpc.object());
  }

  @Test
  void anAnswerThatKnowsNoVersionsIsThatOfAnOlderServer() throws Exception {
    answers.add(Answer.result("{}"));
    answers.add(Answer.result("{'protocolVersion': '2025-06-18'}"));
    try (McpServer mcp = connect()) {
      assertThat(mcp.protocolVersion()).isEqualTo("2025-06-18");
    }
  }

  @Test
  void aServerThatRefusesARevisionIsAskedInOneThatItNames() throws Exception {
    answers.add(
        Answer.error(
            400, "{'code': -32022, 'message': 'no', 'data': {'supported': ['2026-07-28']}}"));
    answers.add(Answer.result(DISCOVERED));
    try (McpServer mcp = connect()) {
      assertThat(mcp.protocolVersion()).isEqualTo("2026-07-28");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'code': -32022, 'message': 'no', 'data': {'supported': ['2999-01-01']}} | speaks protocol version ["2999-01-01"]; Weir speaks 2026-07-28, 2025-11-25
          {'code': -32020, 'message': 'Header mismatch'}                           | answered 400 (Header mismatch)
          {'code': -32021, 'message': 'Needs sampling'}                            | answered 400 (Needs sampling)
          """)
  void aServerOfTheNewerKindThatCannotBeUsedIsNotGreeted(String error, String why) {
    answers.add(Answer.error(400, error));
    assertThatThrownBy(this::connect).hasMessageContaining(why);
    assertThat(asked).hasSize(1);
  }

  @Test
  void aCallThatNeedsAnotherRoundIsSentAgainWithTheStateAndWithoutAPersonsAnswer()
      throws Exception {
    answers.add(Answer.result(DISCOVERED));
    answers.add(Answer.result(TOOLS));
    answers.add(
        Answer.result(
            "{'resultType': 'input_required', 'requestState': 's 1',"
                + " 'inputRequests': {'who': {'method': 'elicitation/create'}}}"));
    answers.add(Answer.result("{'resultType': 'input_required', 'requestState': 's 2'}"));
    answers.add(Answer.result("{'content': [{'type': 'text', 'text': 'done'}]}"));
    try (McpServer mcp = connect()) {
      assertThat(tool(mcp).run(call()).text()).isEqualTo("done");
    }
    Json second = asked.get(3).message.get("params");
    Json third = asked.get(4).message.get("params");
    assertThat(second.get("requestState").text()).isEqualTo("s 1");
    assertThat(second.get("inputResponses").toText())
        .isEqualTo("{\"who\":{\"action\":\"cancel\"}}");
    assertThat(third.get("requestState").text()).isEqualTo("s 2");
    assertThat(third.has("inputResponses")).isFalse();
    assertThat(List.of(second, third))
        .allSatisfy(params -> assertThat(params.get("arguments")).isEqualTo(call().arguments()));
    assertThat(asked.stream().map(one -> one.message.get("id").number())).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'resultType': 'input_required', 'inputRequests': {'a': {'method': 'sampling/createMessage'}}} | asks for sampling/createMessage
          {'resultType': 'task'}                                                                         | a result of type "task"
          """)
  void whatWeDoNotOfferEndsTheCall(String result, String why) throws Exception {
    answers.add(Answer.result(DISCOVERED));
    answers.add(Answer.result(TOOLS));
    answers.add(Answer.result(result));
    try (McpServer mcp = connect()) {
      Tool tool = tool(mcp);
      assertThatThrownBy(() -> tool.run(call())).hasMessageContaining(why);
    }
  }

  @Test
  void aServerThatAlwaysWantsAnotherRoundIsGivenUp() throws Exception {
    answers.add(Answer.result(DISCOVERED));
    answers.add(Answer.result(TOOLS));
    for (int i = 0; i <= McpLimits.MAX_ROUNDS; i++) {
      answers.add(Answer.result("{'resultType': 'input_required', 'requestState': 's'}"));
    }
    try (McpServer mcp = connect()) {
      Tool tool = tool(mcp);
      assertThatThrownBy(() -> tool.run(call())).hasMessageContaining("asked 10 times");
    }
  }

  @Test
  void anAnswerThatIsCutIsNotTakenUpAndNotAskedForTwice() throws Exception {
    answers.add(Answer.result(DISCOVERED));
    answers.add(Answer.result(TOOLS));
    answers.add(new Answer(200, "text/event-stream", "retry: 1\nid: e1\ndata: \n\n"));
    try (McpServer mcp = connect()) {
      Tool tool = tool(mcp);
      assertThatThrownBy(() -> tool.run(call())).hasMessageContaining("ended its answer too early");
    }
    assertThat(asked).hasSize(3);
  }
}
