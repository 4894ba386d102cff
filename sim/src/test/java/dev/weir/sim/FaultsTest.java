package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.sim.fault.Fault;
import dev.weir.sim.reply.Recorded;
import dev.weir.sim.script.ScriptReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest {
  private static final String CHAT = "/v1/chat/completions";
  private static final String BODY = Caller.body(Dialects.OPENAI_CHAT, "hi");
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    var script = ScriptReader.read("s", "answers: [{say: [{text: «one» two three four five}]}]");
    simulator = Simulator.start(SimulatorOptions.defaults().withScript(script).atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static HttpResponse<byte[]> faulty(String fault) throws Exception {
    return Caller.post(simulator, CHAT, BODY, "x-sim-fault", fault);
  }

  private static Verdict verdict(Dialect dialect, byte[] bytes) {
    List<StreamEvent> events = new ArrayList<>();
    var decoder = new StreamDecoder(dialect);
    decoder.feed(bytes, events::add);
    decoder.end(events::add);
    return ((StreamEvent.ResponseEnd) events.getLast()).verdict();
  }

  /** What a socket gives until it ends or is silent for a while, and how it ended. */
  private static String raw(String fault) throws IOException {
    var bytes = new ByteArrayOutputStream();
    String end = "closed";
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), simulator.port())) {
      socket.setSoTimeout(1500);
      String head =
          "POST %s HTTP/1.1\r\nhost: x\r\nx-sim-fault: %s\r\ncontent-length: %d\r\n\r\n%s"
              .formatted(CHAT, fault, BODY.getBytes(UTF_8).length, BODY);
      socket.getOutputStream().write(head.getBytes(UTF_8));
      int next = socket.getInputStream().read();
      while (next >= 0) {
        bytes.write(next);
        next = socket.getInputStream().read();
      }
    } catch (SocketTimeoutException silent) {
      end = "silent";
    } catch (IOException reset) {
      end = "reset";
    }
    return end + " after " + bytes.toString(UTF_8);
  }

  @ParameterizedTest
  @CsvSource({"500, 500", "529, 529", "429:7, 429", "503, 503"})
  void aCallFailsWithTheStatusAsked(String fault, int status) throws Exception {
    HttpResponse<byte[]> response = faulty(fault);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("retry-after").orElse(""))
        .isEqualTo(status == 429 ? "7" : "");
    assertThat(new String(response.body(), UTF_8)).startsWith("{\"error\":{\"message\":");
  }

  @ParameterizedTest
  @CsvSource({
    "no-terminal, TRUNCATED",
    "error, FAILED",
    "html, FAILED",
    "empty, TRUNCATED",
    "gap, COMPLETE",
    "duplicate, COMPLETE",
    "unknown, COMPLETE",
    "garbage, COMPLETE",
    "mime, COMPLETE",
    "slow:100000, COMPLETE",
  })
  void aStreamComesAsWrongAsAsked(String fault, Verdict verdict) throws Exception {
    HttpResponse<byte[]> response = faulty(fault);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(verdict(Dialects.OPENAI_CHAT, response.body())).isEqualTo(verdict);
  }

  @Test
  void headersCanBeWrong() throws Exception {
    assertThat(faulty("mime").headers().firstValue("content-type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
    assertThat(faulty("gzip").headers().firstValue("content-encoding")).contains("gzip");
    assertThat(faulty("redirect").headers().firstValue("location"))
        .contains(CHAT + "?sim-fault=redirect");
  }

  @Test
  void aStreamIsCutAtTheByteAsked() throws Exception {
    assertThat(raw("cut:7"))
        .endsWith("\r\n\r\n7\r\ndata: {\r\n")
        .startsWith("closed after HTTP/1.1 200");
  }

  @Test
  void connectionsBreakAsAsked() throws Exception {
    assertThat(raw("reset-early")).isEqualTo("reset after ");
    assertThat(raw("close-early")).isEqualTo("closed after ");
    assertThat(raw("silent")).isEqualTo("silent after ");
    assertThat(raw("reset")).startsWith("reset after HTTP/1.1 200").doesNotContain("[DONE]");
    assertThat(raw("reset-utf8")).startsWith("reset after HTTP/1.1 200").contains("\uFFFD");
    assertThat(raw("stall")).startsWith("silent after HTTP/1.1 200").doesNotContain("[DONE]");
    assertThat(raw("no-body")).startsWith("silent after HTTP/1.1 200").endsWith("\r\n\r\n");
    assertThat(raw("bad-chunk")).startsWith("closed after HTTP/1.1 200").endsWith("zz\r\n");
  }

  @Test
  void aFaultStrikesAsOftenAsAsked() throws Exception {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      statuses.add(faulty("500:9*2").statusCode());
    }
    assertThat(statuses).containsExactly(500, 500, 200, 200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sim-fault-529", "x/sim-fault-529"})
  void aModelsNameAsksForAFault(String model) throws Exception {
    String body = BODY.replace("\"m\"", "\"" + model + "\"");
    assertThat(Caller.post(simulator, CHAT, body).statusCode()).isEqualTo(529);
  }

  @Test
  void anUnknownFaultIsRefusedInWords() throws Exception {
    HttpResponse<byte[]> response = faulty("explode");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(new String(response.body(), UTF_8)).contains("«explode» is not a fault", "stall");
    assertThatThrownBy(() -> Fault.parse("cut:x")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRecordedStreamIsSentByteForByte() throws Exception {
    byte[] bytes = "data: {\"choices\":[]}\n\n: comment\r\n\r\ndata: {broken\n\n".getBytes(UTF_8);
    List<byte[]> cuts = List.of(new byte[] {bytes[0]}, Arrays.copyOfRange(bytes, 1, bytes.length));
    var recorded = Recorded.of(Dialects.OPENAI_CHAT, cuts);
    var options = SimulatorOptions.defaults().withRecordings(List.of(recorded)).atOnce();
    try (var replaying = Simulator.start(options)) {
      assertThat(Caller.post(replaying, CHAT, BODY).body()).isEqualTo(bytes);
      assertThat(Caller.post(replaying, "/v1/messages", BODY).statusCode()).isEqualTo(400);
    }
  }
}
