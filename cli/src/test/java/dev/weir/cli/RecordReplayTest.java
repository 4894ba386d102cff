package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsJson;
import dev.weir.log.metrics.MetricsRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordReplayTest {
  private static final String CREATED =
      """
      data: {"type":"response.created","sequence_number":0,"response":{"id":"r","model":"m","status":"in_progress","output":[]}}

      """;
  private static final String ITEM =
      """
      data: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"i","type":"message","role":"assistant","content":[]}}

      data: {"type":"response.content_part.added","sequence_number":2,"output_index":0,"item_id":"i","content_index":0,"part":{"type":"output_text","text":""}}

      """;
  private static final String LOST =
      """
      data: {"type":"response.output_text.delta","sequence_number":3,"output_index":0,"item_id":"i","content_index":0,"delta":"oh "}

      """;
  private static final String REST =
      """
      data: {"type":"response.output_text.delta","sequence_number":4,"output_index":0,"item_id":"i","content_index":0,"delta":"hi"}

      data: {"type":"response.completed","sequence_number":5,"response":{"id":"r","model":"m","status":"completed","output":[]}}

      """;
  private static final String WHOLE = CREATED + ITEM + LOST + REST;

  @TempDir Path folder = Path.of("");

  @Test
  void aRecordedStreamReplaysInEveryForm() {
    Path recording = folder.resolve("r.jsonl");
    Run live = runWith(WHOLE, "decode", "--record", recording + "", "-");
    assertThat(live.code).isZero();

    for (String form : List.of("events", "chunks")) {
      Run direct = runWith(WHOLE, "decode", "--to", form, "-");
      Run replayed = run("replay", "--speed", "max", "--to", form, recording + "");
      assertThat(replayed.out).isEqualTo(direct.out);
      assertThat(replayed.code).isZero();
    }
    assertThat(run("replay", "--speed", "max", "--to", "message", recording + "").out)
        .contains("\"text\":\"oh hi\"")
        .contains("\"modelName\":\"m\"");
    assertThat(run("replay", "--speed", "1000000", "--to", "lifecycle", recording + "").out)
        .contains("\"type\":\"text_delta\"")
        .endsWith("data: [DONE]\n\n");
  }

  @Test
  void theHeaderNamesDialectAndModel() throws IOException {
    Path recording = folder.resolve("r.jsonl");
    runWith(WHOLE, "decode", "--record", recording + "", "-");

    List<String> lines = Files.readAllLines(recording);
    assertThat(lines.getFirst())
        .startsWith(
            "{\"weir\":\"recording\",\"version\":1,\"dialect\":\"openai-responses\",\"modelName\":\"m\",");
    assertThat(lines).hasSize(8);
    assertThat(lines.getLast()).endsWith("\"end\":\"input\"}");
  }

  @Test
  void aLifecycleIsReplayedWithTheRecordedTimes() throws IOException {
    Path recording =
        Files.writeString(
            folder.resolve("r.jsonl"),
            """
            {"weir":"recording","version":1,"dialect":"openai-chat","startedAt":"1970-01-01T00:00:01Z"}
            {"at":500000,"text":"data: {\\"id\\":\\"c\\",\\"model\\":\\"m\\",\\"choices\\":[{\\"index\\":0,\\"delta\\":{\\"reasoning\\":\\"Hm\\"}}]}\\n\\n"}
            {"at":2700000,"text":"data: {\\"id\\":\\"c\\",\\"model\\":\\"m\\",\\"choices\\":[{\\"index\\":0,\\"delta\\":{\\"content\\":\\"Hi\\"},\\"finish_reason\\":\\"stop\\"}]}\\n\\n"}
            {"at":2800000,"end":"input"}
            """);

    assertThat(run("replay", "--speed", "max", "--to", "lifecycle", recording + "").out)
        .contains("{\"type\":\"thinking_start\",\"phase\":0,\"timestamp\":1500}")
        .contains("\"timestamp\":3700,\"duration\":2,\"duration_ms\":2200}");
  }

  @Test
  void theRecordedPaceIsKeptOrQuickened() throws IOException {
    Path recording =
        Files.writeString(
            folder.resolve("r.jsonl"),
            """
            {"weir":"recording","version":1,"dialect":"openai-chat","startedAt":"1970-01-01T00:00:01Z"}
            {"at":0,"text":"data: [DONE]\\n\\n"}
            {"at":300000,"end":"input"}
            """);
    Path hour =
        Files.writeString(
            folder.resolve("hour.jsonl"),
            Files.readString(recording).replace("300000", "3600000000"));

    assertThat(millis("replay", recording + "")).isGreaterThanOrEqualTo(300);
    assertThat(millis("replay", "--speed", "10000", hour + "")).isBetween(360L, 1_800_000L);
  }

  @Test
  void aMissingNumberIsWarnedOfAndMeasured() throws IOException {
    Path metrics = folder.resolve("m.jsonl");

    Run run = runWith(CREATED + ITEM + REST, "decode", "--metrics", metrics + "", "-");

    assertThat(run.code).isEqualTo(1);
    assertThat(run.out).contains("{\"type\":\"sequence_gap\",\"expected\":3,\"actual\":4}");
    assertThat(run.err)
        .contains("weir: warning: -: Expected sequence number 3, saw 4: 1 chunk lost")
        .contains("gaps 1 · chunks lost 1 · 16.67 %");
    MetricsRecord line = MetricsJson.read(Files.readString(metrics).strip());
    assertThat(line.metrics().sequence()).extracting(s -> s.gaps()).isEqualTo(1L);
    assertThat(line.metrics().verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(runWith(CREATED + ITEM + REST, "doctor", "-").out)
        .contains("✗ gap: Expected sequence number 3, saw 4: 1 chunk lost");
  }

  @Test
  void queueTimeIsNotAvailableWithoutItsAnnouncement() throws IOException {
    Path metrics = folder.resolve("m.jsonl");

    runWith(WHOLE, "decode", "--metrics", metrics + "", "-");
    Run without = runWith(ITEM + LOST + REST, "decode", "--metrics", metrics + "", "-");

    List<String> lines = Files.readAllLines(metrics);
    assertThat(MetricsJson.read(lines.getFirst()).metrics().timing().queue()).isNotNull();
    assertThat(MetricsJson.read(lines.getLast()).metrics().timing().queue()).isNull();
    assertThat(without.err).contains("response start N/A · queue N/A");
  }

  @Test
  void metricsAreWrittenAtEveryKindOfEnd() throws IOException {
    Path metrics = folder.resolve("m.jsonl");
    Map<String, String> environment = Map.of("WEIR_DEBUG_STREAM", metrics.toString());

    Run whole = run(environment, WHOLE, "decode", "-");
    run(environment, CREATED + ITEM, "decode", "-");
    run(
        environment,
        "data: {\"type\":\"error\",\"error\":{\"message\":\"no\"}}\n\n",
        "decode",
        "-d",
        "openai-responses",
        "-");

    assertThat(
            Files.readAllLines(metrics).stream().map(l -> MetricsJson.read(l).metrics().verdict()))
        .containsExactly(Verdict.COMPLETE, Verdict.TRUNCATED, Verdict.FAILED);
    assertThat(whole.err).isEmpty();
  }

  @Test
  void metricsOfAReplayAreThoseOfTheLiveStream() throws IOException {
    Path recording = folder.resolve("r.jsonl");
    Path metrics = folder.resolve("m.jsonl");
    runWith(WHOLE, "decode", "--record", recording + "", "--metrics", metrics + "", "-");
    run("replay", "--speed", "max", "--metrics", metrics + "", recording + "");

    List<String> lines = Files.readAllLines(metrics);
    MetricsRecord live = MetricsJson.read(lines.getFirst());
    MetricsRecord replayed = MetricsJson.read(lines.getLast());
    assertThat(replayed.metrics().timing()).isEqualTo(live.metrics().timing());
    assertThat(replayed.metrics().pauses()).isEqualTo(live.metrics().pauses());
    assertThat(replayed.startedAt()).isEqualTo(live.startedAt());
  }

  @Test
  void aFileHasNoTimes() throws IOException {
    Path file = Files.writeString(folder.resolve("a.sse"), WHOLE);
    Path metrics = folder.resolve("m.jsonl");

    run("decode", "--metrics", metrics + "", file + "");

    MetricsRecord line = MetricsJson.read(Files.readString(metrics).strip());
    assertThat(line.timed()).isFalse();
    assertThat(line.metrics().timing().total()).isNull();
    assertThat(line.metrics().throughput().bytes()).isEqualTo(WHOLE.length());
  }

  @Test
  void aRecordingThatWasCutShortReplaysAndSaysSo() throws IOException {
    Path recording = folder.resolve("r.jsonl");
    runWith(WHOLE, "decode", "--record", recording + "", "-");
    String whole = Files.readString(recording);
    Path torn =
        Files.writeString(folder.resolve("t.jsonl"), whole.substring(0, whole.length() - 60));

    Run run = run("replay", "--speed", "max", torn + "");

    assertThat(run.code).isEqualTo(1);
    assertThat(run.err).contains("t.jsonl: it was cut short: the unfinished line 7");
    assertThat(run.out).endsWith("{\"type\":\"response_end\",\"verdict\":\"TRUNCATED\"}\n");
  }

  @Test
  void theOwnersOfChunksAreReplayed() throws IOException {
    Path recording =
        Files.writeString(
            folder.resolve("r.jsonl"),
            """
            {"weir":"recording","version":1,"dialect":"openai-chat","startedAt":"1970-01-01T00:00:01Z"}
            {"at":1,"text":"data: {\\"id\\":\\"c\\",\\"choices\\":[{\\"index\\":0,\\"delta\\":{\\"content\\":\\"Hi\\"}}]}\\n\\n","conversation_event_id":"event-7"}
            {"at":2,"end":"input"}
            """);

    assertThat(run("replay", "--speed", "max", "--to", "chunks", recording + "").out)
        .contains("\"conversation_event_id\":\"event-7\"");
  }

  @Test
  void callersMistakesAreSaid() throws IOException {
    Path file = Files.writeString(folder.resolve("a.sse"), WHOLE);
    Path recording = folder.resolve("r.jsonl");
    run("decode", "--record", recording + "", file + "");

    assertThat(run("decode", "--record", recording + "", file + "").err)
        .isEqualTo(
            "weir: %s exists; a recording is never overwritten: name another file\n"
                .formatted(recording));
    assertThat(run("decode", "--record", "x", file + "", file + "").err)
        .contains("--record takes one stream at a time, saw 2");
    assertThat(run("replay", file + "").err)
        .isEqualTo("weir: %s has no times; it is shown at once\n".formatted(file));
    assertThat(run("replay", "--speed", "fast", recording + "").err)
        .contains("--speed must be a number above 0 or max, saw \"fast\"");
    assertThat(run("replay", "--speed", "0", recording + "").code).isEqualTo(2);
    assertThat(run("replay", "nowhere").err).isEqualTo("weir: No such file: nowhere\n");
    Run nowhere = runWith(WHOLE, "decode", "--record", folder + "/none/r.jsonl", "-");
    assertThat(nowhere.code).isEqualTo(2);
    assertThat(nowhere.err).contains("the stream goes on unrecorded");
    assertThat(nowhere.out).contains("\"verdict\":\"COMPLETE\"");
  }

  @Test
  void inspectReadsRecordingsAndMetrics() throws IOException {
    Path recording = folder.resolve("r.jsonl");
    Path metrics = folder.resolve("m.jsonl");
    Path page = folder.resolve("page.html");
    runWith(WHOLE, "decode", "--record", recording + "", "--metrics", metrics + "", "-");

    Run run = run("inspect", "--html", page + "", recording + "", metrics + "");

    assertThat(run.code).isZero();
    assertThat(run.out).contains("r.jsonl").contains("openai-responses, m").contains("COMPLETE");
    assertThat(Files.readString(page))
        .startsWith("<!DOCTYPE html>")
        .contains("Anatomy of 2 streams");
    Run captured = run("inspect", Files.writeString(folder.resolve("a.sse"), WHOLE) + "");
    assertThat(captured.code).isZero();
    assertThat(captured.out).contains("no times: made from a captured file");
    Run wrong = run("decode", metrics + "");
    assertThat(wrong.code).isEqualTo(2);
    assertThat(wrong.err).contains("metrics of a stream, not the stream; weir inspect shows them");
  }

  @Test
  void theDocsShowWhatInspectDraws() throws IOException {
    String docs = Files.readString(Path.of("../docs/commands.md"));

    List<String> lines =
        run("inspect", "--width", "80", "../examples/answer.jsonl").out.lines().limit(7).toList();

    assertThat(docs)
        .contains("$ ./weir inspect --width 80 examples/answer.jsonl\n" + String.join("\n", lines));
  }

  @Test
  void progressIsShownOnlyToAPerson() {
    var err = new ByteArrayOutputStream();
    var print = new PrintStream(err, true, UTF_8);
    var in = new ByteArrayInputStream(new byte[0]);
    try (var quiet =
        new Progress(new Console(in, print, print, Map.of(), false, false), "reading", 2, true)) {
      waitAWhile();
      quiet.at(0, 1, 4);
    }
    assertThat(err.size()).isZero();
    try (var shown =
        new Progress(new Console(in, print, print, Map.of(), true, true), "reading", 2, true)) {
      shown.at(0, 1, 4);
      waitAWhile();
      shown.at(1, 1, 4);
    }
    assertThat(err.toString(UTF_8))
        .matches("\r\033\\[Kweir: reading file 2 of 2, 25 %, \\d+ s\r\033\\[K");
  }

  private static void waitAWhile() {
    try {
      Thread.sleep(600);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static long millis(String... args) {
    long start = System.nanoTime();
    run(args);
    return (System.nanoTime() - start) / 1_000_000;
  }

  private record Run(int code, String out, String err) {}

  private static Run run(String... args) {
    return runWith("", args);
  }

  private static Run runWith(String input, String... args) {
    return run(Map.of(), input, args);
  }

  private static Run run(Map<String, String> environment, String input, String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        Main.run(
            args,
            new Console(
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                environment,
                /* outIsTerminal= */ false,
                /* errIsTerminal= */ false));
    return new Run(code, out.toString(UTF_8), Objects.requireNonNull(err.toString(UTF_8)));
  }
}
