package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.provider.Provider;
import dev.weir.client.transport.JdkTransport;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.testkit.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HttpErrorsTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          404 | {"type":"error","error":{"type":"not_found_error","message":"model: x"},"request_id":"req_1"} | not_found_error | model: x | false
          401 | {"detail":"Could not parse your token."} | http_401 | Could not parse your token. | false
          400 | {"code":400,"message":"too hot","type":"Bad Request"} | 400 | too hot | false
          404 | {"error":{"code":404,"message":"models/x is not found","status":"NOT_FOUND"}} | NOT_FOUND | models/x is not found | false
          400 | {"code":"3051","message":"no logprobs","object":"error","type":"invalid_request_invalid_args"} | invalid_request_invalid_args | no logprobs | false
          404 | {"error":"Specified model not found"} | http_404 | Specified model not found | false
          429 | {"error":{"type":"rate_limit_error","message":"slow down"}} | rate_limit_error | slow down | true
          429 | {"error":{"code":"insufficient_quota","message":"pay"}} | insufficient_quota | pay | false
          529 | {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}} | overloaded_error | Overloaded | true
          500 | | http_500 | HTTP 500 without a body | true
          503 | [{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}] | UNAVAILABLE | busy | true
          """)
  void bodiesOfEveryShapeAreTyped(
      int status, String body, String code, String message, boolean retryable) {
    byte[] bytes = body == null ? new byte[0] : body.getBytes(UTF_8);
    ProviderError error = HttpErrors.of(status, Map.of(), bytes, NOW);
    assertThat(error.status()).isEqualTo(status);
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.message()).isEqualTo(message);
    assertThat(error.retryable()).isEqualTo(retryable);
    assertThat(error.kind()).isEqualTo(StreamFault.Kind.PROVIDER_ERROR);
  }

  @Test
  void theRequestIdComesFromAHeaderOrFromTheBody() {
    byte[] body = "{\"error\":{\"message\":\"m\"},\"request_id\":\"of-body\"}".getBytes(UTF_8);
    assertThat(HttpErrors.of(400, Map.of("request-id", "of-header"), body, NOW).requestId())
        .isEqualTo("of-header");
    assertThat(HttpErrors.of(400, Map.of(), body, NOW).requestId()).isEqualTo("of-body");
  }

  @Test
  void theTimeToWaitComesFromHeadersDetailsOrProse() {
    assertThat(after(Map.of("retry-after", "7"), "{}")).isEqualTo(Duration.ofSeconds(7));
    assertThat(after(Map.of("retry-after-ms", "250", "retry-after", "1"), "{}"))
        .isEqualTo(Duration.ofMillis(250));
    assertThat(after(Map.of("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT"), "{}"))
        .isEqualTo(Duration.ZERO);
    assertThat(after(Map.of("retry-after", "Fri, 02 Jan 2026 03:04:15 GMT"), "{}"))
        .isEqualTo(Duration.ofSeconds(10));
    assertThat(
            after(
                Map.of(), "{\"error\":{\"message\":\"x\",\"details\":[{\"retryDelay\":\"12s\"}]}}"))
        .isEqualTo(Duration.ofSeconds(12));
    assertThat(after(Map.of(), "{\"error\":{\"message\":\"Please try again in 1.2s.\"}}"))
        .isEqualTo(Duration.ofMillis(1200));
    assertThat(after(Map.of("retry-after", "soon"), "{}")).isNull();
  }

  private static @Nullable Duration after(Map<String, String> headers, String body) {
    return HttpErrors.of(429, headers, body.getBytes(UTF_8), NOW).retryAfter();
  }

  static Stream<Corpus.Recorded> recorded() {
    return Corpus.streams("http-error").stream();
  }

  /** The recorder kept the bodies and their status, and an independent reducer what they say. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("recorded")
  void everyRecordedBodyGivesItsOwnErrorOverASocket(Corpus.Recorded recorded) throws Exception {
    int status = recordedStatus(recorded);
    Json expected = read(new String(recorded.expected(), UTF_8)).get("error");
    Json body = ProviderJson.parse(new String(recorded.bytes(), UTF_8));
    try (var transport = new JdkTransport();
        var server =
            new RawServer((socket, request) ->
                RawServer.answer(socket, status + " No", "", recorded.bytes()))) {
      Provider provider =
          Provider.builder("raw", Dialects.OPENAI_CHAT, "http://127.0.0.1:" + server.port())
              .defaultModel("m")
              .build();
      var call = new NetworkFaultTest.Watching();
      new HttpUpstream(provider, transport, Waits.OPTIONS.withTries(1, Duration.ZERO))
          .open(Request.of("Hi"), call);
      assertThat(call.awaitEnd()).isTrue();
      assertThat(call.response().verdict()).isEqualTo(Verdict.FAILED);
      assertThat(call.problems).hasSize(1);
      ProviderError error = call.problems.getFirst();
      assertThat(error.status()).isEqualTo(status);
      assertThat(error.message()).isEqualTo(message(expected));
      assertThat(error.code()).isNotBlank();
      assertThat(error.retryable()).isEqualTo(status == 429 || status >= 500);
      assertThat(error.requestId())
          .isEqualTo(body == null ? null : body.get("request_id").textIfAny());
    }
  }

  private static @Nullable String message(Json expected) {
    if (expected.text() != null) {
      return expected.text();
    }
    return expected.get(expected.has("message") ? "message" : "detail").text();
  }

  private static int recordedStatus(Corpus.Recorded recorded) throws IOException {
    try (Stream<String> lines =
        Files.lines(recorded.file().resolve("../../MANIFEST.jsonl").normalize())) {
      Long status =
          lines
              .filter(line -> line.contains(recorded.name()))
              .map(line -> read(line))
              .filter(entry -> recorded.name().equals(entry.get("file").text()))
              .map(entry -> entry.get("http_status").number())
              .findFirst()
              .orElseThrow();
      return status.intValue();
    }
  }

  private static Json read(String text) {
    return new JsonReader(100, 1 << 20).read(text);
  }
}
