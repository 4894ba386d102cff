package dev.weir.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.gateway.security.GuardedPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests as no library would send them, and what must not be left on their connection. */
class RawHttpTest {
  private static final String BODY = RunningGateway.HELLO.replaceFirst("}$", ",\"detach\":true}");

  private final ScriptedUpstream upstream = new ScriptedUpstream();
  @TempDir private Path folder;
  private RunningGateway gateway;

  @BeforeEach
  void start() throws Exception {
    gateway =
        RunningGateway.start(
            GatewayOptions.local(0, folder.resolve("log"))
                .withRecordings(folder.resolve("recordings")),
            upstream);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void afterTheHeadOfAHeadComesNothingOnAnyRoute() throws Exception {
    String live = gateway.detached();
    upstream.next().say(ScriptedUpstream.answer("One ").subList(0, 4));
    gateway.awaitEvents(live, 4);
    String ended = gateway.detached();
    upstream.next().say(ScriptedUpstream.answer("One "));
    gateway.awaitEnd(ended);

    List<String> wrong = new ArrayList<>();
    for (GuardedPath route : gateway.gateway.routes()) {
      for (String id : List.of(live, ended, "missing")) {
        for (String query : List.of("", "?snapshot=true", "?format=x", "?after=2", "?after=999")) {
          for (String version : List.of("1.1", "1.0")) {
            String path = route.path().replace("{id}", id).replace("*", "app.js") + query;
            if (!isNextAnswered("HEAD %s HTTP/%s".formatted(path, version))) {
              wrong.add(version + " " + path);
            }
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Whether an innocent request on the same connection gets its own answer. */
  private boolean isNextAnswered(String requestLine) throws Exception {
    try (var raw = new RawHttp(gateway)) {
      raw.send(requestLine, "HOST", "Connection: keep-alive");
      RawHttp.Head head = raw.head();
      if ("close".equals(head.headers().get("connection"))) {
        return raw.rest().isEmpty();
      }
      raw.send("GET /healthz HTTP/1.1", "HOST");
      RawHttp.Head next = raw.head();
      return next.status() == 200 && raw.body(next).equals("{\"status\":\"ok\"}");
    }
  }

  @Test
  void aHeadOfAStreamSaysWhatAGetWouldBegin() throws Exception {
    String id = gateway.detached();
    try (var raw = new RawHttp(gateway)) {
      raw.send("HEAD /v1/streams/%s/events HTTP/1.1".formatted(id), "HOST");
      RawHttp.Head head = raw.head();
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.headers())
          .containsEntry("content-type", "text/event-stream; charset=utf-8")
          .containsEntry("weir-stream-id", id);
    }
    assertThat(gateway.body("/metrics")).contains("weir_subscribers 0\n");
  }

  @ParameterizedTest
  @CsvSource({"HTTP/1.0", "HTTP/1.0 and keep-alive"})
  void aClientOfHttp10GetsFramesAsTheyAreUntilTheEnd(String words) throws Exception {
    String id = gateway.detached();
    upstream.next().say(ScriptedUpstream.answer("One "));
    gateway.awaitEnd(id);
    String frames = gateway.body("/v1/streams/" + id + "/events");
    try (var raw = new RawHttp(gateway)) {
      raw.send(
          "GET /v1/streams/%s/events HTTP/1.0".formatted(id),
          "HOST",
          "Connection: " + (words.endsWith("keep-alive") ? "keep-alive" : "close"));
      RawHttp.Head head = raw.head();
      assertThat(head.headers()).doesNotContainKey("transfer-encoding");
      assertThat(head.headers()).doesNotContainEntry("connection", "keep-alive");
      assertThat(raw.rest()).isEqualTo(new String(frames.getBytes(UTF_8), ISO_8859_1));
    }
  }

  /** What a request line and headers get, of which one part is not as it should be. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET /healthz HTTP/1.1 | HOST, Host: evil.example           | 400 two_hosts
          GET /healthz HTTP/1.1 | HOST, HOST                         | 400 two_hosts
          GET http://evil.example/healthz HTTP/1.1 | HOST            | 400 two_hosts
          GET http://evil.example/healthz HTTP/1.1 | Host: evil.example | 421 wrong_host
          GET http://SELF/healthz HTTP/1.1 | HOST                    | 200
          GET http://SELF@evil.example/healthz HTTP/1.1 | HOST       | 400 two_hosts
          """)
  void whatIsAmbiguousIsRefused(String line, String headers, String expected) throws Exception {
    try (var raw = new RawHttp(gateway)) {
      List<String> lines = new ArrayList<>();
      lines.add(line.replace("SELF", "127.0.0.1:" + gateway.gateway.port()));
      lines.addAll(List.of(headers.split(", ", -1)));
      raw.send(lines.toArray(String[]::new));
      assertAnswer(raw, expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          chunked          | 202
          Chunked          | 202
          gzip, chunked    | 501 encoding_refused
          deflate, chunked | 501 encoding_refused
          """)
  void aBodyIsChunkedAndNothingElse(String encoding, String expected) throws Exception {
    try (var raw = new RawHttp(gateway)) {
      raw.bytes(
          "POST /v1/chat HTTP/1.1\r\nHOST\r\nContent-Type: application/json\r\nTransfer-Encoding: %s\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
              .formatted(encoding, BODY.length(), BODY));
      assertAnswer(raw, expected);
    }
  }

  /**
   * A line that begins with a space goes on with the one before, joined by a space (RFC 9112,
   * section 5.2). Where the field says how long a request is or for whom, that is refused.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Accept: text/plain~ text/html                     | 202
          Content-Length: LENGTH~ 0                         | 400
          Content-Length:~ LENGTH                           | 400
          Transfer-Encoding:~ chunked                       | 501
          Transfer-Encoding: chunked~ identity              | 400
          Transfer-Encoding: x~\tchunked                    | 400
          X: y~ Transfer-Encoding: chunked                  | 202
          X: y~ Content-Length: 3                           | 202
          Host:~ evil.example                               | 400
          Content-Type:~ application/json                   | 202
          """)
  void aFoldedHeaderIsOneValueAndItsRequestHasOneLength(String header, String expected)
      throws Exception {
    String folded =
        header
            .replace("~", "\r\n")
            .replace("\\t", "\t")
            .replace("LENGTH", Integer.toString(BODY.length()));
    String length =
        header.startsWith("Content-Length") || header.startsWith("Transfer")
            ? ""
            : "Content-Length: %d\r\n".formatted(BODY.length());
    try (var raw = new RawHttp(gateway)) {
      raw.bytes(
          "POST /v1/chat HTTP/1.1\r\nHOST\r\nContent-Type: application/json\r\n%s%s\r\n\r\n%s"
              .formatted(length, folded, BODY));
      RawHttp.Head head = raw.head();
      assertThat(head.status()).isEqualTo(Integer.parseInt(expected));
      raw.body(head);
      if (head.status() == 202) {
        raw.send("GET /healthz HTTP/1.1", "HOST");
        assertThat(raw.head().status()).isEqualTo(200);
      }
    }
  }

  private static void assertAnswer(RawHttp raw, String expected) throws Exception {
    String[] words = expected.split(" ", -1);
    RawHttp.Head head = raw.head();
    assertThat(head.status()).isEqualTo(Integer.parseInt(words[0]));
    if (words.length > 1) {
      assertThat(raw.body(head)).contains("\"code\":\"%s\"".formatted(words[1]));
    }
  }
}
