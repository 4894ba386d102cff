package dev.weir.cli.input;

import static dev.weir.cli.input.Wrapped.base64Content;
import static dev.weir.cli.input.Wrapped.chunked;
import static dev.weir.cli.input.Wrapped.gzip;
import static dev.weir.cli.input.Wrapped.har;
import static dev.weir.cli.input.Wrapped.harEntry;
import static dev.weir.cli.input.Wrapped.http;
import static dev.weir.cli.input.Wrapped.textContent;
import static dev.weir.cli.input.Wrapped.trace;
import static dev.weir.cli.input.Wrapped.zlib;
import static dev.weir.cli.input.Wrapped.zstd;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.log.recording.Entry;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.Pace;
import dev.weir.log.recording.Replay;
import dev.weir.testkit.Corpus;
import dev.weir.testkit.Splits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputTest {
  private static final String ANSWER =
      """
      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"reasoning":"Hm, 🌊."}}]}

      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"grüß dich"},"finish_reason":"stop"}]}

      data: [DONE]

      """;
  private static final byte[] BYTES = ANSWER.getBytes(UTF_8);
  private static final List<StreamEvent> EVENTS = decoded(Dialects.OPENAI_CHAT, BYTES);

  @TestFactory
  List<DynamicTest> theEventsAreTheSameInEveryWrappingHoweverItIsCut() {
    Map<String, byte[]> wrapped = wrappings(BYTES);
    wrapped.put("http decompressed", http(BYTES, "Content-Encoding: br", "Content-Length: 3"));
    wrapped.put("UTF-16", ANSWER.getBytes(UTF_16));
    wrapped.put("UTF-16LE without mark", ANSWER.getBytes(UTF_16LE));
    wrapped.put("UTF-16BE without mark", ANSWER.getBytes(UTF_16BE));
    wrapped.put("zstd of gzip of UTF-16", zstd(gzip(ANSWER.getBytes(UTF_16))));
    wrapped.put("UTF-8 with mark", ("\uFEFF" + ANSWER).getBytes(UTF_8));
    wrapped.put("HAR with mark", ("\uFEFF" + wholeHar(textContent(BYTES))).getBytes(UTF_8));
    wrapped.put("cassette of Python", Wrapped.pythonCassette(BYTES).getBytes(UTF_8));
    wrapped.put("cassette of Go", Wrapped.goCassette(BYTES).getBytes(UTF_8));
    wrapped.put("cassette of Elixir", Wrapped.elixirCassette(BYTES).getBytes(UTF_8));
    wrapped.put("HAR text", wholeHar(textContent(BYTES)).getBytes(UTF_8));
    return wrapped.entrySet().stream()
        .map(e ->
            DynamicTest.dynamicTest(
                e.getKey(),
                () -> {
                  assertThat(events(List.of(e.getValue()))).isEqualTo(EVENTS);
                  assertThat(events(Splits.eachByte(e.getValue()))).isEqualTo(EVENTS);
                }))
        .toList();
  }

  /** Wrappings that take any bytes. */
  private static Map<String, byte[]> wrappings(byte[] bytes) {
    Map<String, byte[]> wrapped = new LinkedHashMap<>();
    wrapped.put("as it is", bytes);
    wrapped.put("gzip", gzip(bytes));
    wrapped.put("gzip in two members", twoMembers(bytes));
    wrapped.put("zlib", zlib(bytes));
    wrapped.put("zstd", zstd(bytes));
    wrapped.put("http to the end", http(bytes, "content-type: text/event-stream"));
    wrapped.put("http with its length", http(bytes, "Content-Length: " + bytes.length));
    wrapped.put("http in chunks", http(chunked(bytes, 7), "Transfer-Encoding: chunked"));
    wrapped.put("http put together", http(bytes, "Transfer-Encoding: chunked"));
    wrapped.put("http of gzip", http(gzip(bytes), "Content-Encoding: gzip"));
    wrapped.put(
        "http after others",
        Wrapped.joined(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 302 Found\nLocation: /x\n\n",
            http(bytes, "a: b")));
    wrapped.put("trace", trace(bytes, /* timed= */ false).getBytes(UTF_8));
    wrapped.put("trace with times", trace(bytes, /* timed= */ true).getBytes(UTF_8));
    wrapped.put("HAR base64", wholeHar(base64Content(bytes)).getBytes(UTF_8));
    wrapped.put("cassette of Ruby", Wrapped.rubyCassette(bytes).getBytes(UTF_8));
    return wrapped;
  }

  private static byte[] twoMembers(byte[] bytes) {
    int half = bytes.length / 2;
    byte[] first = gzip(Arrays.copyOf(bytes, half));
    byte[] second = gzip(Arrays.copyOfRange(bytes, half, bytes.length));
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static String wholeHar(String content) {
    return har(
        harEntry("https://example.com/logo", 200, "image/png", "\"size\":9"),
        harEntry("https://example.com/v1/x", 200, "text/event-stream", content));
  }

  @TestFactory
  List<DynamicTest> recordedStreamsAreTheSameInEveryWrapping() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String folder : Corpus.folders()) {
      Dialects.of(folder.replace("-converse", "").replace("-invoke", ""))
          .ifPresent(dialect -> {
            for (Corpus.Recorded stream : Corpus.sample(folder)) {
              tests.add(
                  DynamicTest.dynamicTest(
                      folder + "/" + stream.name(),
                      () -> {
                        byte[] bytes = stream.bytes();
                        List<StreamEvent> events = decoded(dialect, bytes);
                        wrappings(bytes)
                            .forEach((how, wrapped) ->
                                assertThat(events(List.of(wrapped), dialect))
                                    .describedAs(how)
                                    .isEqualTo(events));
                      }));
            }
          });
    }
    return tests;
  }

  @Test
  void whatWeirWroteIsReadAgain() throws IOException {
    StringBuilder lines = new StringBuilder();
    EVENTS.forEach(e -> lines.append(EventJson.write(e)).append('\n'));

    assertThat(told(lines + lines.toString()))
        .containsExactly(List.copyOf(EVENTS), List.copyOf(EVENTS));
  }

  @Test
  void aLineThatIsNotAnEventIsSaidAndTheOthersAreRead() throws IOException {
    StringBuilder lines = new StringBuilder();
    EVENTS.forEach(e -> lines.append(EventJson.write(e)).append('\n'));
    lines.insert(lines.indexOf("\n") + 1, "oops\n");

    var capture = (Capture.Events) first(lines.toString());

    assertThat(events(capture.told())).isEqualTo(EVENTS);
    assertThat(capture.told().damage().orElseThrow()).startsWith("line 2 is not an event: ");
  }

  @Test
  void aTraceWithTimesIsAsGoodAsARecording() throws IOException {
    var capture = (Capture.Bytes) first(trace(BYTES, /* timed= */ true));

    assertThat(capture.entries().header().timed()).isTrue();
    assertThat(capture.entries().header().startedAt())
        .isEqualTo(Instant.parse("1970-01-01T23:59:59.500Z"));
    assertThat(capture.entries().next()).isEqualTo(new Entry.Reached(1_000_000, Milestone.HEADERS));
    assertThat(capture.entries().next()).isEqualTo(new Entry.Arrived(1_000_000, Bytes.of(BYTES)));
    assertThat(capture.entries().next())
        .isEqualTo(new Entry.Ended(1_000_000, new StreamEnding.EndOfInput()));
    assertThat(capture.entries().header().request())
        .satisfies(request -> assertThat(request.url()).isEqualTo("//h/v1/x?key=***"));
  }

  @Test
  void everyStreamOfAPageIsFoundUnderItsNumber() throws IOException {
    String other = ANSWER.replace("dich", "euch");
    String page =
        har(
            harEntry("https://example.com/", 200, "text/html", "\"text\":\"<html></html>\""),
            harEntry("https://example.com/v1/a", 200, "text/event-stream", textContent(BYTES)),
            harEntry(
                "https://example.com/v1/b",
                429,
                "application/json",
                "\"text\":\"{\\\"error\\\":{\\\"message\\\":\\\"slow down\\\"}}\""),
            harEntry(
                "https://example.com/v1/c",
                200,
                "text/event-stream",
                textContent(other.getBytes(UTF_8))));

    assertThat(names(page, EntryChoice.ALL)).containsExactly("x#2 200", "x#3 429", "x#4 200");
    assertThat(names(page, new EntryChoice("4"))).containsExactly("x#4 200");
    assertThat(names(page, new EntryChoice("/v1/A"))).containsExactly("x#2 200");
    assertThatThrownBy(() -> names(page, new EntryChoice("1")))
        .isInstanceOf(NotAStreamException.class)
        .hasMessage("a HAR file of which --entry 1 takes no stream");
  }

  @Test
  void aPageWithoutAStreamSaysWhatItHolds() {
    String page =
        har(
            harEntry(
                "https://u:pw@example.com/?key=sk-secret-123&alt=sse",
                200,
                "text/html",
                "\"text\":\"<html><title>Hi</title>\""),
            harEntry("https://example.com/p", 200, "image/png", "\"size\":5"));

    assertThatThrownBy(() -> first(page))
        .isInstanceOfSatisfying(
            NotAStreamException.class,
            other ->
                assertThat(other.details())
                    .containsExactly(
                        "1  POST https://***@example.com/?key=***&alt=sse  HTTP 200, text/html:"
                            + " an HTML page («Hi»)",
                        "2  POST https://example.com/p  HTTP 200, image/png: empty"))
        .hasMessage("a HAR file without a stream of a provider in it");
  }

  @Test
  void keysThatAnAnswerRepeatsAreHidden() {
    String echo = ANSWER.replace("grüß dich", "your key is sk-secret-123");

    assertThat(events(List.of(wholeHar(textContent(echo.getBytes(UTF_8))).getBytes(UTF_8))))
        .asString()
        .contains("your key is *************")
        .doesNotContain("sk-secret");
    assertThat(events(List.of(Wrapped.pythonCassette(echo.getBytes(UTF_8)).getBytes(UTF_8))))
        .asString()
        .doesNotContain("sk-secret");
  }

  @Test
  void whatIsCutInItsWrappingIsReadAsFarAsItGoes() throws IOException {
    byte[] noise = new byte[50_000];
    new Random(1).nextBytes(noise);
    byte[] whole = Wrapped.joined(ANSWER, Wrapped.base64(noise).getBytes(UTF_8));
    byte[] packed = gzip(whole);

    Capture.Bytes capture = bytes(open(Arrays.copyOf(packed, packed.length / 2)));

    assertThat(drained(capture)).startsWith(BYTES);
    assertThat(capture.entries().damage().orElseThrow())
        .matches("its gzip is cut short after [0-9,]+ bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Length: 9999         | 7 | its http body is cut short: 266 of 9,999 bytes are there",
        "Transfer-Encoding: chunked   | 1 | its http body ends before its last chunk",
        "Content-Length: 10           | 0 | more follows the end of its http body, and is ignored",
      })
  void aBodyThatIsNotAsItsHeadSaysIsADamage(String header, int form, String words)
      throws IOException {
    byte[] chunks = chunked(BYTES, 50);
    byte[] body = form == 1 ? Arrays.copyOf(chunks, chunks.length - 30) : BYTES;
    Captures captures = open(http(body, header), Dialects.OPENAI_CHAT);
    Capture.Bytes capture = bytes(captures);

    drained(capture);
    captures.next();

    assertThat(capture.entries().damage().orElseThrow().replace("" + BYTES.length, "266"))
        .isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "89504e470d0a1a0a0000         | a PNG image",
        "255044462d312e37             | a PDF document",
        "504b0304140000000800         | a ZIP archive",
        "425a6839314159265359         | bzip2 (try: bunzip2 -c FILE | weir decode -)",
        "fd377a585a000004             | xz (try: xz -dc FILE | weir decode -)",
        "0badc0de00112233             | binary data of an unknown kind (it begins 0b ad c0 de 00 11 22 33); if",
        "fffe000068000000             | UTF-32 text (try: iconv -f UTF-32 -t UTF-8)",
      })
  void whatIsNotAStreamIsNamed(String bytes, String name) {
    byte[] thing = HexFormat.of().parseHex(bytes);

    assertThatThrownBy(() -> open(thing))
        .isInstanceOf(NotAStreamException.class)
        .message()
        .startsWith(name.strip());
    assertThatThrownBy(() -> open(gzip(thing))).message().startsWith("gzip of " + name.strip());
  }

  @Test
  void textThatIsNotAStreamIsNamedToo() {
    assertThatThrownBy(() -> first("<!DOCTYPE html>\n<title>502 Bad\n Gateway</title>"))
        .hasMessage("an HTML page («502 Bad Gateway»)");
    assertThatThrownBy(() -> first("<?xml version=\"1.0\"?><Error/>"))
        .hasMessage("an XML document");
    assertThatThrownBy(() -> first("")).hasMessage("empty");
    assertThatThrownBy(() -> open(gzip(new byte[0]))).hasMessage("gzip of empty");
    assertThatThrownBy(() -> first("== Info: x\n=> Send header, 5 bytes (0x5)\n0000: POST /\n"))
        .message()
        .startsWith("a curl --trace-ascii, which does not keep the bytes");
  }

  @Test
  void aBombIsNotUnpacked() {
    byte[] bomb = gzip(new byte[3 << 20]);

    assertThatThrownBy(() ->
            drained((Capture.Bytes) limited(gzip(Wrapped.joined(ANSWER, bombText())), 1 << 20)))
        .message()
        .startsWith("gzip that unpacks to more than 1,048,576 bytes");
    assertThatThrownBy(() -> limited(gzip(bomb), 1 << 20)).isInstanceOf(NotAStreamException.class);
    assertThatThrownBy(() -> limited(wholeHar(textContent(bombText())).getBytes(UTF_8), 1 << 20))
        .message()
        .startsWith("a document of more than 1,048,576 bytes");
  }

  private static byte[] bombText() {
    byte[] text = new byte[3 << 20];
    Arrays.fill(text, (byte) '\n');
    return text;
  }

  @Test
  void whatIsPackedTooOftenIsNotUnpacked() {
    byte[] packed = BYTES;
    for (int i = 0; i < 12; i++) {
      packed = gzip(packed);
    }
    byte[] deep = packed;

    assertThatThrownBy(() -> open(deep))
        .message()
        .endsWith("wrapped more than 8 times; unpack it first");
  }

  @Test
  void yamlThatMultipliesOrNestsWithoutEndIsRefused() {
    String aliases =
        """
        interactions:
        - &a [x,x,x,x,x,x,x,x,x]
        - &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]
        - &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]
        - &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]
        - &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]
        - &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]
        - &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]
        - [*g,*g,*g,*g,*g,*g,*g,*g,*g]
        """;

    assertThatThrownBy(() -> first(aliases)).isInstanceOf(NotAStreamException.class);
    assertThatThrownBy(() -> first("interactions:\n- " + "[".repeat(200_000)))
        .isInstanceOf(NotAStreamException.class);
    assertThatThrownBy(() -> first("{\"log\":" + "[".repeat(200_000)))
        .isInstanceOf(NotAStreamException.class);
  }

  @Test
  void whateverComesIsReadOrNamed() {
    List<byte[]> seeds = new ArrayList<>(wrappings(BYTES).values());
    seeds.add(Wrapped.pythonCassette(BYTES).getBytes(UTF_8));
    seeds.add(ANSWER.getBytes(UTF_16));
    var random = new Random(42);
    for (int i = 0; i < 1500; i++) {
      byte[] bytes = seeds.get(i % seeds.size()).clone();
      for (int n = random.nextInt(8); n >= 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      byte[] changed =
          random.nextBoolean() ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length));
      try {
        Captures captures = open(changed);
        for (Capture c = captures.next(); c != null; c = captures.next()) {
          if (c instanceof Capture.Bytes found) {
            drained(found);
          }
        }
      } catch (IOException named) {
        assertThat(named.getMessage()).isNotBlank();
      }
    }
  }

  private static List<StreamEvent> decoded(Dialect dialect, byte[] bytes) {
    var decoder = new StreamDecoder(dialect);
    List<StreamEvent> events = new ArrayList<>();
    decoder.feed(bytes.clone(), events::add);
    decoder.end(events::add);
    return events;
  }

  private static List<StreamEvent> events(List<byte[]> slices) {
    return events(slices, null);
  }

  /** The events of the one stream in these slices. */
  private static List<StreamEvent> events(List<byte[]> slices, @Nullable Dialect dialect) {
    try {
      Iterator<byte[]> rest = slices.iterator();
      Captures captures =
          new Unwrapper(
                  new ReadOptions(dialect, DecodeOptions.DEFAULT, EntryChoice.ALL),
                  Unwrapper.Limits.USUAL)
              .open(
                  new Slices(() -> rest.hasNext() ? new Slice(Bytes.of(rest.next()), 0) : null),
                  source());
      Capture.Bytes capture = bytes(captures);
      List<StreamEvent> events = new ArrayList<>();
      Replay.run(capture.entries(), Pace.AT_ONCE, (event, at) -> events.add(event));
      assertThat(capture.entries().damage()).isEmpty();
      assertThat(captures.next()).isNull();
      return events;
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  private static List<List<StreamEvent>> told(String text) throws IOException {
    List<List<StreamEvent>> streams = new ArrayList<>();
    Captures captures = open(text.getBytes(UTF_8));
    for (Capture c = captures.next(); c != null; c = captures.next()) {
      streams.add(events(((Capture.Events) c).told()));
    }
    return streams;
  }

  private static List<StreamEvent> events(Capture.Told told) throws IOException {
    List<StreamEvent> events = new ArrayList<>();
    for (var next = told.next(); next != null; next = told.next()) {
      events.add(next.event());
    }
    return events;
  }

  private static List<String> names(String text, EntryChoice choice) throws IOException {
    Captures captures =
        new Unwrapper(new ReadOptions(null, DecodeOptions.DEFAULT, choice), Unwrapper.Limits.USUAL)
            .open(Slices.of(text.getBytes(UTF_8)), source());
    List<String> names = new ArrayList<>();
    for (Capture c = captures.next(); c != null; c = captures.next()) {
      names.add(c.name() + " " + ((Capture.Bytes) c).status());
    }
    return names;
  }

  private static Capture first(String text) throws IOException {
    Capture first = open(text.getBytes(UTF_8)).next();
    return Objects.requireNonNull(first);
  }

  private static Capture.Bytes bytes(Captures captures) throws IOException {
    return (Capture.Bytes) Objects.requireNonNull(captures.next());
  }

  private static Captures open(byte[] bytes) throws IOException {
    return open(bytes, null);
  }

  private static Captures open(byte[] bytes, @Nullable Dialect dialect) throws IOException {
    return new Unwrapper(
            new ReadOptions(dialect, DecodeOptions.DEFAULT, EntryChoice.ALL),
            Unwrapper.Limits.USUAL)
        .open(Slices.of(bytes), source());
  }

  private static Capture limited(byte[] bytes, int limit) throws IOException {
    Capture first =
        new Unwrapper(ReadOptions.USUAL, new Unwrapper.Limits(limit, limit))
            .open(Slices.of(bytes), source())
            .next();
    return Objects.requireNonNull(first);
  }

  private static CaptureSource source() {
    return CaptureSource.of("x", Instant.EPOCH, /* timed= */ false, () -> 0);
  }

  private static byte[] drained(Capture.Bytes capture) throws IOException {
    var out = new ByteArrayOutputStream();
    for (Entry e = capture.entries().next(); e != null; e = capture.entries().next()) {
      if (e instanceof Entry.Arrived arrived) {
        out.writeBytes(arrived.bytes().toSlice());
      }
    }
    return out.toByteArray();
  }
}
