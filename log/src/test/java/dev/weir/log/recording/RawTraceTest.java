package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RawTraceTest {
  private static final String KEY = "sk-canary-0123456789";
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");

  @TempDir Path folder = Path.of("");

  @Test
  void aCallIsKeptWithoutItsSecrets() throws IOException {
    String body =
        """
        {"model":"m","stream":true,"tools":[{"type":"mcp","server_url":"https://t/?token=canary-1","authorization":"canary-2",
        "headers":{"X-Key":"canary-3","Accept":"text/plain"}}],"input":"my key is %s","max_tokens":5}
        """
            .formatted(KEY);
    Path traces = folder.resolve("traces");
    try (var trace = begin(traces, body)) {
      trace.response(200, Map.of("Content-Type", "text/event-stream", "Set-Cookie", "canary-4"));
      trace.arrived("data: wrong key ".getBytes(UTF_8));
      trace.arrived((KEY + "\n\n").getBytes(UTF_8));
    }

    assertThat(Files.readString(traces.resolve("20260102-030405-678.request.txt")))
        .isEqualTo(
            """
            POST https://h/v1/responses?key=***
            authorization: ***

            {"model":"m","stream":true,"tools":[{"type":"mcp","server_url":"https://t/?token=***","authorization":"***","headers":{"X-Key":"***","Accept":"text/plain"}}],"input":"my key is ********************","max_tokens":5}
            """);
    assertThat(Files.readString(traces.resolve("20260102-030405-678.response.bin")))
        .isEqualTo("data: wrong key ********************\n\n");
    assertThat(everything(traces)).doesNotContain("canary");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(traces)))
        .isEqualTo("rwx------");
  }

  @Test
  void callsOfTheSameMillisecondDoNotMix() throws IOException {
    begin(folder, "{}").close();
    begin(folder, "{}").close();

    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder(
            "20260102-030405-678.request.txt", "20260102-030405-678-1.request.txt");
  }

  @Test
  void aBodyThatIsNotJsonIsNotKept() throws IOException {
    begin(folder, "token=" + KEY).close();

    assertThat(everything(folder)).contains("(26 bytes that are not JSON)");
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/v1?alt=sse&key=abc, https://h/v1?alt=sse&key=***",
    "https://user:pass@h/v1, https://***@h/v1",
    "https://h/a@b?abc, https://h/a@b?***",
    "https://h/v1#token=abc, https://h/v1",
    "https://h/v1?api-version=2024-10-21, https://h/v1?api-version=2024-10-21",
    "h, h"
  })
  void addressesLoseWhatMayBeAKey(String url, String safe) {
    assertThat(Secrets.hideInUrl(url)).isEqualTo(safe);
  }

  private static RawTrace begin(Path folder, String body) throws IOException {
    return RawTrace.begin(
        folder,
        AT,
        "POST",
        "https://h/v1/responses?key=" + KEY,
        Map.of("authorization", "Bearer " + KEY),
        body.getBytes(UTF_8),
        Secrets.of(List.of(KEY)));
  }

  private static String everything(Path folder) throws IOException {
    var all = new StringBuilder();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }
}
