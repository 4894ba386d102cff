package dev.weir.interop.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Answer;
import dev.weir.codec.stream.Decoded;
import dev.weir.codec.stream.RoundTrip;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.reply.Recorded;
import dev.weir.testkit.Corpus;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recorded streams, where the corpus is there, as the gateway tells them at the door of every
 * dialect: the same answer but for what the encoder says that it lost. A sample, or all with {@code
 * -Dweir.corpus=all}.
 */
class RecordedStreamsAtDoorsTest {
  private static final Map<String, Dialect> FOLDERS =
      Map.of(
          "openai-responses", Dialects.OPENAI_RESPONSES,
          "openai-chat", Dialects.OPENAI_CHAT,
          "mistral-as-openai-chat", Dialects.OPENAI_CHAT,
          "anthropic", Dialects.ANTHROPIC,
          "gemini", Dialects.GEMINI,
          "ollama", Dialects.OLLAMA,
          "cohere", Dialects.COHERE,
          "bedrock-converse", Dialects.BEDROCK,
          "bedrock-invoke", Dialects.BEDROCK);

  private static final String USER =
      "\"messages\": [{\"role\": \"user\", \"content\": \"hello\"}]}";

  /** Where each dialect is asked, and with what. */
  private record Door(Dialect dialect, String path, String body) {
    @Override
    public String toString() {
      return dialect.word();
    }
  }

  private static final List<Door> DOORS =
      List.of(
          new Door(
              Dialects.OPENAI_CHAT,
              "/v1/chat/completions",
              "{\"stream\": true, \"stream_options\": {\"include_usage\": true}, \"model\": \"m\", "
                  + USER),
          new Door(
              Dialects.OPENAI_RESPONSES,
              "/v1/responses",
              "{\"stream\": true, \"model\": \"m\", \"input\": \"hello\"}"),
          new Door(
              Dialects.ANTHROPIC,
              "/v1/messages",
              "{\"stream\": true, \"model\": \"m\", \"max_tokens\": 100, " + USER),
          new Door(
              Dialects.GEMINI,
              "/v1beta/models/m:streamGenerateContent?alt=sse",
              "{\"contents\": [{\"role\": \"user\", \"parts\": [{\"text\": \"hello\"}]}]}"),
          new Door(Dialects.OLLAMA, "/api/chat", "{\"model\": \"m\", " + USER));

  private final HttpClient http = HttpClient.newHttpClient();
  @TempDir private Path folder;

  @AfterEach
  void stop() {
    http.close();
  }

  @TestFactory
  Stream<DynamicNode> atEveryDoorTheAnswerIsTheSame() {
    return FOLDERS.entrySet().stream()
        .map(each ->
            DynamicContainer.dynamicContainer(
                each.getKey(),
                Corpus.sample(each.getKey()).stream()
                    .map(s ->
                        DynamicTest.dynamicTest(
                            s.name(), s.file().toUri(), () -> isTheSame(each.getValue(), s)))));
  }

  private void isTheSame(Dialect dialect, Corpus.Recorded stream) throws Exception {
    List<StreamEvent> events = Decoded.events(dialect, List.of(stream.bytes()));
    var recorded = Recorded.of(dialect, List.of(stream.bytes()));
    var options = SimulatorOptions.defaults().withRecordings(List.of(recorded)).atOnce();
    var once = CallOptions.DEFAULT.withTries(1, Duration.ofMillis(1));
    try (var simulator = Simulator.start(options);
        var gateway =
            Gateway.start(
                GatewayOptions.local(0, folder),
                transport ->
                    new Catalog(
                        List.of(
                            new CatalogEntry(
                                new HttpUpstream(
                                    Providers.at(simulator.url(), dialect).build(),
                                    transport,
                                    once),
                                List.of("m"),
                                /* isSimulated= */ true)),
                        List.of()))) {
      for (Door door : DOORS) {
        HttpResponse<String> answer = ask(gateway.port(), door);
        if (answer.statusCode() == 200) {
          compare(door, dialect, events, answer.body());
        } else {
          assertThat(verdict(events).isNatural()).as(answer.body()).isFalse();
        }
      }
    }
  }

  private HttpResponse<String> ask(int port, Door door) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + door.path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(door.body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static Verdict verdict(List<StreamEvent> events) {
    return ((ResponseEnd) events.getLast()).verdict();
  }

  private static void compare(Door door, Dialect from, List<StreamEvent> events, String body) {
    List<StreamEvent> told = Decoded.events(door.dialect, body);
    List<StreamEvent> wanted = asDoorsTell(events, told);
    RoundTrip written =
        RoundTrip.of(
            door.dialect, from, wanted, EncodeOptions.DEFAULT.withNames("resp_1", "some-model"));
    var trip =
        new RoundTrip(
            wanted,
            Bytes.of(body.getBytes(UTF_8)),
            told,
            written.losses(),
            from.asSourceFor(door.dialect).sameDialect());
    assertThat(trip.complaints()).as(door.toString()).isEmpty();
    if (from.equals(door.dialect)) {
      assertThat(trip.unexplained()).as(door.toString()).isEmpty();
    } else {
      assertThat(Answer.of(told, door.dialect, trip.losses()))
          .describedAs("%s, losses: %s", door, trip.losses())
          .isEqualTo(Answer.of(wanted, door.dialect, trip.losses()));
    }
  }

  /** Half an answer is a failure at a door, and the name of an answer may be the gateway's. */
  private static List<StreamEvent> asDoorsTell(List<StreamEvent> events, List<StreamEvent> told) {
    List<StreamEvent> wanted = new ArrayList<>();
    for (StreamEvent event : events) {
      if (event instanceof ResponseStart start && told.getFirst() instanceof ResponseStart named) {
        wanted.add(
            new ResponseStart(
                named.responseId(),
                start.modelName() == null ? named.modelName() : start.modelName(),
                start.alternatives()));
      } else if (event instanceof ResponseEnd end && !end.verdict().isNatural()) {
        wanted.add(
            new ResponseEnd(
                Verdict.FAILED, end.word(), end.usage(), end.passUsage(), end.reasoning()));
      } else {
        wanted.add(event);
      }
    }
    return wanted;
  }
}
