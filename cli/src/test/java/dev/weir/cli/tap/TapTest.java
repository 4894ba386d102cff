package dev.weir.cli.tap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.EventStream;
import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.client.provider.Preset;
import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.log.recording.Pace;
import dev.weir.log.recording.RecordingReader;
import dev.weir.log.recording.Replay;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.fault.Fault;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** A client of ours, a wire, the tap, another wire, the simulator: what goes in comes out. */
@Timeout(60)
class TapTest {
  static final List<Dialect> WRITTEN =
      Dialects.all().stream().filter(d -> d.encoding().isPresent()).toList();

  private static final String KEY = "sk-secret-1234567890";
  private static final Duration LONG = Duration.ofMinutes(5);

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final List<String> heard = new ArrayList<>();

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @FieldSource("WRITTEN")
  void bytesPassUnchangedInBothDirections(Dialect dialect) throws Exception {
    try (var line = new Line(null);
        var weir = Weir.of(provider(dialect, line.url()))) {
      // Twice over one connection.
      assertThat(weir.response(Request.of("hello")).verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(weir.response(Request.of("again")).verdict()).isEqualTo(Verdict.COMPLETE);

      String first = await("→");
      await("→");
      line.assertUnchanged();
      assertThat(first)
          .contains(" ✓ #1 POST ")
          .contains("→ 200 " + dialect.word() + ", ")
          .matches(".*first byte \\d+.*, total \\d+.*, \\d+ events, COMPLETE");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cut:900      | ✗ its http body ends before its last chunk",
        "garbage      | ✗ malformed: Frame",
        "no-terminal  | ✗ truncated: the bytes ended before the provider said that ",
        "unknown      | ✗ unknown event: ",
        "error        | ✗ error inside the stream",
        "429          | ✗ error inside the stream",
        "html         | ✗ malformed: ",
        "gzip         | ✓ #1",
        "mime         | ✓ #1",
        "bad-chunk    | ✗ a chunk of its http body does not begin with its length",
        "reset:900    | ✗ connection: the server's end broke: Connection reset",
        "reset-early  | no answer: the connection ended",
        "close-early  | no answer: the connection ended",
        "empty        | ✗ malformed: The stream is empty",
      })
  void whatIsWrongIsPassedOnAndSaid(String fault, String words) throws Exception {
    for (Dialect dialect :
        List.of(
            Dialects.OPENAI_RESPONSES, Dialects.OPENAI_CHAT, Dialects.ANTHROPIC, Dialects.GEMINI)) {
      try (var line = new Line(fault);
          var weir = Weir.of(provider(dialect, line.url()), once())) {
        Verdict seen = weir.response(Request.of("hello")).verdict();
        await(words);
        if (heard.stream().noneMatch(l -> l.contains("→"))) {
          await("→");
        }

        line.assertUnchanged();
        assertThat(seen).isEqualTo(direct(dialect, fault));
        heard.clear();
        said.clear();
      }
    }
  }

  /** What the same client makes of the same fault without a tap between. */
  private static @Nullable Verdict direct(Dialect dialect, String fault) throws IOException {
    try (var simulator = simulator(fault);
        var weir = Weir.of(provider(dialect, simulator.url()), once())) {
      return weir.response(Request.of("hello")).verdict();
    }
  }

  @ParameterizedTest
  @CsvSource({"stall:5", "no-body"})
  void aStreamThatStandsStillIsSaidToAndACancelIsPassedOn(String fault) throws Exception {
    try (var line = new Line(fault);
        var weir = Weir.of(provider(Dialects.OPENAI_CHAT, line.url()));
        EventStream events = weir.stream(Request.of("hello"))) {
      assertThat(await("nothing for"))
          .contains("#1 ✗ nothing for 200 ms; POST /v1/chat/completions");

      events.cancel();

      assertThat(await("→")).contains(" ✗ #1 POST ");
      assertThat(await("·")).contains("· the client went away");
      while (line.simulator.connections() > 0) {
        Thread.onSpinWait();
      }
      line.assertUnchanged();
    }
  }

  @Test
  void whatHadComeIsSaidAndKeptWhenTheTapIsClosed() throws Exception {
    try (var simulator = simulator("stall:5")) {
      Tap tap = tap(simulator.url());
      try (var weir = Weir.of(provider(Dialects.OPENAI_CHAT, tap.url()), once());
          EventStream events = weir.stream(Request.of("hello"))) {
        await("nothing for");
        tap.close();
        assertThat(events.response().verdict()).isNotEqualTo(Verdict.COMPLETE);
      }

      assertThat(said).anyMatch(line -> line.contains(" ✗ #1 POST "));
      try (var kept = Files.list(folder)) {
        assertThat(kept).isNotEmpty();
      }
    }
  }

  @Test
  void everythingIsKeptWithoutItsKeys() throws Exception {
    try (var line = new Line(null)) {
      var answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(
                          URI.create(line.url() + "/v1/chat/completions?alt=sse&key=" + KEY))
                      .header("Authorization", "Bearer " + KEY)
                      .header("x-api-key", KEY)
                      .header("x-goog-api-key", KEY)
                      .header("api-key", KEY)
                      .POST(
                          HttpRequest.BodyPublishers.ofString(
                              """
                              {"stream":true,"model":"m","messages":[{"role":"user","content":"my key is %s"}]}\
                              """
                                  .formatted(KEY)))
                      .build(),
                  HttpResponse.BodyHandlers.ofByteArray());
      assertThat(answer.statusCode()).isEqualTo(200);
      String said = await("→");
      assertThat(said).contains("POST /v1/chat/completions?alt=sse&key=***");
      line.assertUnchanged();

      assertThat(line.toServer.up()).contains(KEY);
      List<Path> files = files();
      assertThat(files).hasSize(4);
      for (Path file : files) {
        assertThat(Files.readString(file)).describedAs(file + "").doesNotContain("sk-secret");
      }
      Path kept = file(files, ".response.bin");
      assertThat(Files.readAllBytes(kept)).isEqualTo(answer.body());
      assertThat(Files.readString(file(files, ".request.txt")))
          .startsWith("POST ")
          .contains("\"messages\":[{\"role\":\"user\",\"content\":\"my key is ");
      assertThat(replayed(file(files, ".jsonl"))).isEqualTo(Verdict.COMPLETE);
    }
  }

  private static @Nullable Verdict replayed(Path recording) throws Exception {
    var assembler = new ResponseAssembler();
    try (RecordingReader reader = RecordingReader.open(recording)) {
      Replay.run(reader, Pace.AT_ONCE, (StreamEvent event, long at) -> assembler.accept(event));
      assertThat(reader.damage()).isEmpty();
      assertThat(reader.header().timed()).isTrue();
    }
    return assembler.response().verdict();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static Path file(List<Path> files, String end) {
    return files.stream().filter(f -> f.toString().endsWith(end)).findFirst().orElseThrow();
  }

  @Test
  void anyMethodAndPathPassesAndOnlyTheHostChanges() throws Exception {
    String request =
        """
        PUT /a/b%20c?d=e HTTP/1.1
        hOsT:\t127.0.0.1
        X-Odd:  two  spaces\s
        Transfer-Encoding: chunked

        3;x=y
        abc
        0
        T: t

        """
            .replace("\n", "\r\n");
    String answer =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 207 Odd Reason\r\nX-ODD:  1\r\ncontent-length: 3\r\n\r\nxyz";
    try (var server = new OneAnswer(answer);
        var line = new Line(server.url(), null)) {
      String got = raw(line.url(), request + request, 2 * answer.length());

      assertThat(got).isEqualTo(answer + answer);
      await("→");
      await("→");
      line.assertUnchanged();
      assertThat(line.toServer.up())
          .startsWith(
              request.replace("127.0.0.1", line.toServer.url().substring("http://".length())));
      assertThat(heard).anyMatch(l -> l.contains("#2 PUT /a/b%20c?d=*** → 207, 3 bytes"));
    }
  }

  @Test
  void theSameConnectionMayBecomeAnotherProtocol() throws Exception {
    String request =
        "GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    String answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";
    try (var server = new OneAnswer(answer);
        var line = new Line(server.url(), null)) {
      String got = raw(line.url(), request + "\u0081\u0002hi", answer.length());

      assertThat(got).isEqualTo(answer);
      assertThat(await("unread")).contains("switched to another protocol is passed on unread");
      while (!line.toServer.up().endsWith("\u0081\u0002hi")) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aServerThatIsNotThereIsSaidToBothSides() throws Exception {
    int free;
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = taken.getLocalPort();
    }
    try (var tap = tap("http://127.0.0.1:" + free)) {
      String got = raw(tap.url(), "GET / HTTP/1.1\r\nHost: h\r\n\r\n", Integer.MAX_VALUE);

      assertThat(got)
          .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
          .contains(
              "weir tap: Cannot connect to http://127.0.0.1:" + free + ": Connection refused");
      await("Cannot connect");
    }
  }

  @Test
  void aPathOfTheServerStandsBeforeAllPaths() throws Exception {
    String answer = "HTTP/1.1 204 No Content\r\n\r\n";
    try (var server = new OneAnswer(answer);
        var tap = tap(server.url() + "/base/")) {
      raw(tap.url(), "GET /x HTTP/1.1\r\nHost: h\r\n\r\n", answer.length());

      assertThat(server.heard()).startsWith("GET /base/x HTTP/1.1\r\nHost: " + server.authority());
    }
  }

  /** Sends bytes and reads as many of the answer, or all of it. */
  private static String raw(String url, String request, int length) throws IOException {
    URI uri = URI.create(url);
    try (var socket = new Socket(uri.getHost(), uri.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(ISO_8859_1));
      byte[] answer =
          length == Integer.MAX_VALUE
              ? socket.getInputStream().readAllBytes()
              : socket.getInputStream().readNBytes(length);
      return new String(answer, ISO_8859_1);
    }
  }

  private Tap tap(String to) throws IOException {
    return Tap.start(new Tap.Options(to, 0, folder, Duration.ofMillis(200)), said::add);
  }

  /** Waits until something is said. */
  private String await(String words) throws InterruptedException {
    while (true) {
      String next = said.poll(30, TimeUnit.SECONDS);
      assertThat(next).describedAs("no \"%s\" after %s", words, heard).isNotNull();
      heard.add(next);
      if (next.contains(words)) {
        return next;
      }
    }
  }

  private static Simulator simulator(@Nullable String fault) throws IOException {
    return Simulator.start(
        SimulatorOptions.defaults().atOnce().withFault(fault == null ? null : Fault.parse(fault)));
  }

  private static CallOptions once() {
    return CallOptions.DEFAULT
        .withTries(1, Duration.ZERO)
        .withFirstEvent(LONG)
        .withDead(LONG)
        .withStalled(LONG);
  }

  private static Provider provider(Dialect dialect, String url) {
    Preset preset =
        switch (dialect.word()) {
          case "openai-responses" -> Preset.OPENAI;
          case "openai-chat" -> Preset.OPENAI_CHAT;
          case "anthropic" -> Preset.ANTHROPIC;
          case "gemini" -> Preset.GEMINI;
          case "ollama" -> Preset.OLLAMA;
          default -> throw new IllegalArgumentException(dialect.word());
        };
    String base =
        switch (dialect.word()) {
          case "gemini" -> url + "/v1beta";
          case "ollama" -> url;
          default -> url + "/v1";
        };
    return preset.provider(preset.word(), base, Map.of()).defaultModel("some-model").build();
  }

  /** Simulator or server, wire, tap, wire. */
  private final class Line implements AutoCloseable {
    final Simulator simulator;
    final Wire toServer;
    final Tap tap;
    final Wire toTap;

    Line(@Nullable String fault) throws IOException {
      this("", simulator(fault));
    }

    Line(String server, @Nullable Simulator simulated) throws IOException {
      simulator = simulated == null ? simulator(null) : simulated;
      toServer = new Wire(simulated == null ? server : simulated.url());
      tap = tap(toServer.url());
      toTap = new Wire(tap.url());
    }

    String url() {
      return toTap.url();
    }

    void assertUnchanged() {
      String host = toServer.url().substring("http://".length());
      assertThat(toServer.down()).isEqualTo(toTap.down());
      assertThat(toServer.up())
          .isEqualTo(toTap.up().replaceAll("(?i)(\r\nhost:[ \t]*)[^\r\n]*", "$1" + host));
    }

    @Override
    public void close() throws IOException {
      toTap.close();
      tap.close();
      toServer.close();
      simulator.close();
    }
  }

  /** A server that answers every request that is whole with the same bytes. */
  private static final class OneAnswer implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final StringBuilder heard = new StringBuilder();

    OneAnswer(String answer) throws IOException {
      Thread.ofVirtual()
          .start(() -> {
            try {
              while (true) {
                Socket client = listening.accept();
                Thread.ofVirtual().start(() -> answer(client, answer));
              }
            } catch (IOException closed) {
              // The test is over.
            }
          });
    }

    private void answer(Socket client, String answer) {
      try (client) {
        int answered = 0;
        byte[] buffer = new byte[1000];
        for (int n = client.getInputStream().read(buffer);
            n >= 0;
            n = client.getInputStream().read(buffer)) {
          String all = heard(new String(buffer, 0, n, ISO_8859_1));
          // Every request of these tests has as many ends as the first: chunked ones two.
          int ends = all.split("\r\n\r\n", -1).length - 1;
          int whole = all.contains("chunked") ? ends / 2 : ends;
          for (; answered < whole; answered++) {
            client.getOutputStream().write(answer.getBytes(ISO_8859_1));
          }
        }
      } catch (IOException gone) {
        // The client has what it wanted.
      }
    }

    String authority() {
      return "127.0.0.1:" + listening.getLocalPort();
    }

    String url() {
      return "http://" + authority();
    }

    String heard() {
      return heard("");
    }

    private synchronized String heard(String more) {
      return heard.append(more).toString();
    }

    @Override
    public void close() throws IOException {
      listening.close();
    }
  }
}
