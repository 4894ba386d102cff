package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.JsonText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands over captures that other programs and Weir itself have written. */
class CapturesTest {
  private static final String ANSWER =
      """
      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"reasoning":"Hm. "}}]}

      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"Hello,"}}]}

      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":" you"},"finish_reason":"stop"}]}

      data: [DONE]

      """;
  private static final String CUT = ANSWER.substring(0, ANSWER.lastIndexOf("data: {"));
  private static final String TOOLS =
      """
      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"reasoning":"I need a tool."}}]}

      data: {"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"f","arguments":"{\\"a\\":"}}]}}]}

      data: {"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]},"finish_reason":"tool_calls"}]}

      data: [DONE]

      """;
  private static final String REFUSED =
      """
      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"refusal":"I will not."},"finish_reason":"stop"}]}

      data: [DONE]

      """;
  private static final String FAILED =
      """
      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"Hel"}}]}

      data: {"error":{"code":529,"message":"overloaded"}}

      """;

  @TempDir Path folder = Path.of("");

  @Test
  void toTextPrintsWhatTheModelSaysAndNothingElse() throws IOException {
    Run run = run("decode", "--to", "text", write("a.sse", ANSWER));

    assertThat(run).isEqualTo(new Run(0, "Hello, you\n", ""));
  }

  @Test
  void toTextSaysBesideTheTextThatItIsNotAll() throws IOException {
    String file = write("a.sse", CUT);

    assertThat(run("decode", "--to", "text", file))
        .isEqualTo(
            new Run(
                1,
                "Hello,\n",
                "weir: %s: truncated: the bytes ended before the provider said that it was done; blocks cut in the middle: 2\n"
                    .formatted(file)));
  }

  @Test
  void textsOfSeveralFilesAreToldApart() throws IOException {
    String one = write("1.sse", ANSWER);
    String two = write("2.sse", ANSWER.replace("you", "all"));

    assertThat(run("decode", "--to", "text", one, two).out)
        .isEqualTo("==> %s <==\nHello, you\n==> %s <==\nHello, all\n".formatted(one, two));
  }

  @Test
  void blocksThatAreOpenTogetherDoNotTearEachOthersText() throws IOException {
    String file =
        write(
            "events.jsonl",
            """
            {"type":"response_start"}
            {"type":"block_start","output":0,"block":0,"kind":"text"}
            {"type":"block_start","output":1,"block":1,"kind":"text"}
            {"type":"block_delta","output":0,"block":0,"text":"one "}
            {"type":"block_delta","output":1,"block":1,"text":"three "}
            {"type":"block_delta","output":0,"block":0,"text":"two "}
            {"type":"block_end","output":1,"block":1,"complete":true}
            {"type":"block_end","output":0,"block":0,"complete":true}
            {"type":"response_end","verdict":"COMPLETE"}
            """);

    assertThat(run("decode", "--to", "text", file).out).isEqualTo("one two three \n");
  }

  @Test
  void textThatIsPutRightIsContinuedOrSaidToBeStale() throws IOException {
    String start =
        """
        {"type":"response_start"}
        {"type":"block_start","output":0,"block":0,"kind":"text"}
        {"type":"block_delta","output":0,"block":0,"text":"one "}
        {"type":"block_end","output":0,"block":0,"complete":true}
        """;
    String end = "{\"type\":\"response_end\",\"verdict\":\"COMPLETE\"}\n";
    String repair = "{\"type\":\"block_repair\",\"output\":0,\"block\":0,\"text\":\"%s\"}\n";
    String continued = write("1", start + repair.formatted("one two") + end);
    String changed = write("2", start + repair.formatted("zero one") + end);

    assertThat(run("decode", "--to", "text", continued).out).isEqualTo("one two\n");
    assertThat(run("decode", "--to", "text", changed).err)
        .contains("the text was corrected later: --to message has it");
  }

  @Test
  void textCannotControlTheTerminal() throws IOException {
    String file = write("a.sse", ANSWER.replace("you", "\\u001b[2J\\nyou"));

    assertThat(runOn(/* isTerminal= */ true, "decode", "--to", "text", file).out)
        .isEqualTo("Hello, \\u001b[2J\nyou\n");
    assertThat(run("decode", "--to", "text", file).out).isEqualTo("Hello, \u001b[2J\nyou\n");
  }

  @ParameterizedTest
  @MethodSource("streams")
  void whatTheLifecycleToldIsReadAgain(String stream) throws IOException {
    String capture = write("a.sse", stream);
    String lifecycle = write("l.sse", run("decode", "--to", "lifecycle", capture).out);

    assertThat(message(lifecycle))
        .isEqualTo(
            message(capture)
                .replace("\"openai-chat\"", "\"lifecycle\"")
                .replace(
                    "\"responseId\":\"c\",\"modelName\":\"m\"",
                    "\"responseId\":null,\"modelName\":null"));
    assertThat(run("decode", "--to", "lifecycle", lifecycle).out.replace("l.sse", "a.sse"))
        .isEqualTo(Files.readString(Path.of(lifecycle)));
  }

  static List<String> streams() {
    return List.of(ANSWER, CUT, TOOLS, REFUSED, FAILED);
  }

  /** What a stream amounts to, without the provider's word, which the lifecycle does not carry. */
  private String message(String file) {
    return run("decode", "--to", "message", file)
        .out
        .replaceAll("\"file\":\"[^\"]*\",|\"finish\":(null|\"[^\"]*\"),", "");
  }

  @Test
  void aTextThatTheLifecyclePutRightIsReadAsItShouldBe() throws IOException {
    String lifecycle =
        run("decode", "--to", "lifecycle", write("a.sse", ANSWER))
            .out
            .replace(
                "data: [DONE]",
                """
                id: 9
                data: {"type":"text_repair","phase":0,"timestamp":0,"from":0,"length":5,"content":"Goodbye"}

                data: [DONE]\
                """);

    assertThat(run("decode", "--to", "message", write("l.sse", lifecycle)).out)
        .contains("\"text\":\"Goodbye, you\"");
  }

  @Test
  void theDoctorChecksTheLifecycleToo() throws IOException {
    String good = run("decode", "--to", "lifecycle", write("a.sse", ANSWER)).out;
    String bad = write("l.sse", good.replace("id: 3\n", "id: 9\n"));

    Run run = run("doctor", bad);

    assertThat(run.code).isEqualTo(1);
    assertThat(run.out)
        .startsWith(bad + ": lifecycle, ")
        .contains("  ✗ the capture: the lifecycle breaks its rules: IDS_COUNT: frame 3");
    assertThat(run("doctor", write("g.sse", good)).out).endsWith("  ✓ nothing wrong\n");
  }

  @Test
  void eventsOfSeveralFilesAreToldApartAgain() throws IOException {
    String one = write("1.sse", ANSWER);
    String two = write("2.sse", CUT);
    String events = write("e.jsonl", run("decode", one, two).out);

    assertThat(run("decode", events).out).isEqualTo(Files.readString(Path.of(events)));
    assertThat(run("doctor", events).out)
        .startsWith(one + ": events, m, ")
        .contains(two + ": events, m, ");
  }

  @Test
  void eventsHaveNoChunks() throws IOException {
    String events = write("e.jsonl", run("decode", write("1.sse", ANSWER)).out);

    Run run = run("decode", "--to", "chunks", events);

    assertThat(run.code).isEqualTo(2);
    assertThat(run.err).contains("our own events, which no longer have chunks");
  }

  @Test
  void aPageIsLookedThroughForStreams() throws IOException {
    String page = write("page.har", har(ANSWER, CUT));

    Run all = run("doctor", page);
    Run second = run("decode", "--to", "text", "--entry", "2", page);

    assertThat(all.code).isEqualTo(1);
    assertThat(all.out)
        .startsWith(page + "#1: openai-chat, m, ")
        .contains(page + "#2: openai-chat, m, ");
    assertThat(second.out).isEqualTo("==> %s#2 <==\nHello,\n".formatted(page));
    assertThat(second.err).contains("truncated");
  }

  @Test
  void aRecordingOfAPagesStreamHoldsNoKey() throws IOException {
    String page = write("page.har", har(ANSWER.replace("you", "sk-secret-123"), CUT));
    Path recording = folder.resolve("r.jsonl");

    Run both = run("decode", "--record", recording + "x", page);
    Run one = run("decode", "--record", recording + "", "--entry", "1", page);

    assertThat(both.err).contains("there is a second").contains("choose with --entry");
    assertThat(one.code).isZero();
    assertThat(Files.readString(recording))
        .contains("\"url\":\"https://api.example.com/v1/chat?key=***\"")
        .contains("Hello,")
        .doesNotContain("sk-secret");
  }

  /** What the answer repeats is cut over two slices of the trace. */
  private static String trace(String key) {
    var trace = new StringBuilder();
    add(
        trace,
        "=> Send header",
        "POST /v1/chat HTTP/1.1\r\nHost: api.example.com\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(key));
    add(trace, "<= Recv header", "HTTP/1.1 200 OK\r\n");
    add(trace, "<= Recv header", "content-type: text/event-stream\r\n");
    add(trace, "<= Recv header", "\r\n");
    String answer =
        ANSWER
            .replace("you", key)
            .replace("\"id\":\"c\"", "\"id\":\"" + key + "\"")
            .replace("\"model\":\"m\"", "\"model\":\"m " + key + "\"");
    for (int at = 0; at < answer.length(); at += 11) {
      add(trace, "<= Recv data", answer.substring(at, Math.min(answer.length(), at + 11)));
    }
    return trace.toString();
  }

  /** As {@code curl --trace --trace-time} writes it: sixteen bytes to a line. */
  private static void add(StringBuilder trace, String what, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    trace.append(
        "12:00:00.000000 %s, %d bytes (0x%x)\n".formatted(what, bytes.length, bytes.length));
    for (int at = 0; at < bytes.length; at += 16) {
      trace.append("%04x: ".formatted(at));
      for (int i = at; i < Math.min(bytes.length, at + 16); i++) {
        trace.append("%02x ".formatted(bytes[i]));
      }
      trace.append("\n");
    }
  }

  @Test
  void aKeyThatTheAnswerInATraceRepeatsIsNeitherPrintedNorKept() throws IOException {
    String key = "sk-secret-1234567890";
    String file = write("trace.txt", trace(key));
    Path recording = folder.resolve("r.jsonl");
    Path metrics = folder.resolve("m.jsonl");

    Run decoded = run("decode", "--record", recording + "", "--metrics", metrics + "", file);
    Run doctor = run("doctor", file);
    Run inspected = run("inspect", file);

    assertThat(decoded.code).isZero();
    assertThat(decoded.out).contains("Hello,").contains("\"responseId\":\"***");
    assertThat(Files.readString(metrics)).contains("m ***");
    assertThat(Files.readString(recording)).contains("Hello,");
    assertThat(List.of(decoded, doctor, inspected).toString())
        .contains("m ***")
        .doesNotContain(key);
    assertThat(Files.readString(metrics) + Files.readString(recording)).doesNotContain(key);
  }

  @Test
  void anErrorOfHttpIsShownWithItsStatus() throws IOException {
    String file =
        write(
            "i.txt",
            "HTTP/2 429 \r\ncontent-type: application/json\r\n\r\n{\"error\":{\"message\":\"slow down\"}}");

    assertThat(run("doctor", file).out)
        .startsWith(file + ": HTTP 429, openai-chat, ")
        .contains("slow down");
  }

  @Test
  void recordingsAreDecodedAndExaminedPackedOrNot() throws IOException {
    String recording = folder.resolve("r.jsonl").toString();
    run("decode", "--record", recording, write("a.sse", ANSWER));
    Path packed = folder.resolve("r.jsonl.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(Files.readAllBytes(Path.of(recording)));
    }

    assertThat(run("decode", "--to", "text", recording).out).isEqualTo("Hello, you\n");
    assertThat(run("decode", "--to", "text", packed + "").out).isEqualTo("Hello, you\n");
    assertThat(run("replay", "--speed", "max", "--to", "text", packed + "").out)
        .isEqualTo("Hello, you\n");
    assertThat(run("doctor", recording).out).contains("nothing wrong");
    assertThat(run("inspect", packed + "").code).isZero();
  }

  @Test
  void binaryIsNamedAndNotPrinted() throws IOException {
    Path image =
        Files.write(folder.resolve("p"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});

    assertThat(run("decode", image + ""))
        .isEqualTo(new Run(2, "", "weir: %s is a PNG image\n".formatted(image)));
  }

  private static String har(String... streams) {
    var json = new JsonText().beginObject().name("log").beginObject().name("entries").beginArray();
    for (String stream : streams) {
      json.beginObject()
          .name("request")
          .beginObject()
          .field("method", "POST")
          .field("url", "https://api.example.com/v1/chat?key=sk-secret-123")
          .endObject()
          .name("response")
          .beginObject()
          .field("status", 200)
          .name("content")
          .beginObject()
          .field("mimeType", "text/event-stream")
          .field("text", stream)
          .endObject()
          .endObject()
          .endObject();
    }
    return json.endArray().endObject().endObject().toString();
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private record Run(int code, String out, String err) {}

  private static Run run(String... args) {
    return runOn(/* isTerminal= */ false, args);
  }

  private static Run runOn(boolean isTerminal, String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        Main.run(
            args,
            new Console(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                Map.of(),
                isTerminal,
                /* errIsTerminal= */ false));
    return new Run(code, out.toString(UTF_8), err.toString(UTF_8));
  }
}
