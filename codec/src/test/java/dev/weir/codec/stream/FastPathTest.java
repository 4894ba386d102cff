package dev.weir.codec.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Bytes;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.testkit.Cases;
import dev.weir.testkit.Corpus;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fast path changes nothing but the time it takes. */
class FastPathTest {
  private static final int MUTATIONS = 12;

  @TestFactory
  Stream<DynamicTest> recordedStreamsAndMutatedCopiesDecodeTheSameBothWays() {
    return CorpusTest.FOLDERS.stream()
        .flatMap(folder ->
            Corpus.streams(folder.name()).stream()
                .map(stream ->
                    DynamicTest.dynamicTest(
                        stream.name(), () -> bothWays(folder.dialect(), stream.bytes()))));
  }

  private static void bothWays(Dialect dialect, byte[] bytes) {
    var random = new Random(bytes.length);
    same(dialect, List.of(bytes));
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] mutated = mutate(bytes, random);
      int longest = i % 2 == 0 ? 600 : 1 + mutated.length;
      same(dialect, slices(mutated, longest, random));
    }
  }

  private static List<byte[]> slices(byte[] bytes, int longest, Random random) {
    List<byte[]> slices = new ArrayList<>();
    int from = 0;
    while (from < bytes.length) {
      int to = Math.min(bytes.length, from + 1 + random.nextInt(longest));
      slices.add(Arrays.copyOfRange(bytes, from, to));
      from = to;
    }
    return slices;
  }

  /** Flips, drops or repeats bytes at a few places; frames stay alike enough to match. */
  private static byte[] mutate(byte[] bytes, Random random) {
    var out = new ByteArrayOutputStream();
    int places = 1 + random.nextInt(6);
    int[] at = random.ints(places, 0, Math.max(1, bytes.length)).sorted().toArray();
    int from = 0;
    for (int place : at) {
      int to = Math.max(from, Math.min(bytes.length, place));
      out.write(bytes, from, to - from);
      from = to;
      switch (random.nextInt(5)) {
        case 0 -> out.write(random.nextInt(256));
        case 1 -> from = Math.min(bytes.length, from + 1 + random.nextInt(3));
        case 2 -> out.write("\\\"{}[],:0e.\r\n\u00e9".charAt(random.nextInt(13)));
        case 3 -> out.write(bytes, Math.max(0, from - 200), Math.min(200, from));
        default -> {
          if (from < bytes.length) {
            out.write(bytes[from] ^ (1 << random.nextInt(8)));
            from++;
          }
        }
      }
    }
    out.write(bytes, from, bytes.length - from);
    return out.toByteArray();
  }

  @Test
  void detailsOfReasoningAreGatheredFromEveryChunkEvenIfTheyAreTheSame() {
    byte[] stream = Cases.bytes("rd1.sse");

    same(Dialects.OPENAI_CHAT, List.of(stream));
    assertThat(Decoded.response(Decoded.events(Dialects.OPENAI_CHAT, List.of(stream))).blocks())
        .singleElement()
        .satisfies(block -> assertThat(block.source()).contains("\" to to to to\""));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "plain",
        "",
        "\\n",
        "\\\"q\\\"",
        "né",
        "😀",
        "\\ud83d\\ude00",
        "\\ud83d",
        "\\u00e9",
        "\\x",
        "\\u12",
        "tab\there",
        "\\\\",
        "a\\",
        "\\/",
        "\uFFFD",
        "\\u0000",
      })
  void whateverTheTextHoldsIsReadTheSameWay(String inside) {
    StringBuilder stream = new StringBuilder();
    for (String text : List.of("a", "b", inside, "c", inside, inside, "d")) {
      stream
          .append("data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"")
          .append(text)
          .append("\"}}],\"obfuscation\":\"")
          .append(text.length() % 2 == 0 ? "x" : text)
          .append("\"}\n\n");
    }
    same(
        Dialects.OPENAI_CHAT,
        List.of(stream.append("data: [DONE]\n\n").toString().getBytes(UTF_8)));
  }

  @Test
  void aTemplateIsUsedAtAll() {
    String chunk = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"}}]}\n\n";
    byte[] stream = chunk.repeat(1000).getBytes(UTF_8);
    var decoder = new StreamDecoder(Dialects.OPENAI_CHAT);
    decoder.feed(stream, event -> {});

    assertThat(decoder.fastFrames()).isEqualTo(998);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void aFrameThatIsCutBetweenSlicesIsTakenToo(String lineEnd) {
    String chunk =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"}}]}" + lineEnd + lineEnd;
    byte[] stream = chunk.repeat(1000).getBytes(UTF_8);
    var decoder = new StreamDecoder(Dialects.OPENAI_CHAT);
    List<byte[]> slices = new ArrayList<>();
    slices.add(Arrays.copyOf(stream, 3 * chunk.length() + 5));
    for (int from = slices.getFirst().length; from < stream.length; from += 7) {
      slices.add(Arrays.copyOfRange(stream, from, Math.min(stream.length, from + 7)));
    }
    List<StreamEvent> events = new ArrayList<>();
    slices.forEach(slice -> decoder.feed(slice, events::add));

    assertThat(decoder.fastFrames()).isEqualTo(998);
    same(Dialects.OPENAI_CHAT, slices);
  }

  @Test
  void aFrameThatOnlyBeganLikeTheOthersIsNotHeldBack() {
    String chunk = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"}}]}\n\n";
    var decoder = new StreamDecoder(Dialects.OPENAI_CHAT);
    List<StreamEvent> events = new ArrayList<>();
    decoder.feed((chunk.repeat(3) + "data: {\"cho").getBytes(UTF_8), events::add);
    decoder.feed("sen\":1}\n".getBytes(UTF_8), events::add);
    decoder.feed("error: {\"message\":\"lost\"}\n".getBytes(UTF_8), events::add);

    assertThat(events)
        .contains(
            new StreamEvent.Fault(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, null, "lost")));
  }

  @Test
  void aFrameOverTheLimitFailsTheResponseBothWays() {
    String start = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"";
    String end = "\"}}]}\n\n";
    String stream = (start + "x" + end).repeat(5) + start + "x".repeat(200) + end;
    var options = new DecodeOptions(Limits.DEFAULT.withMaxFrameBytes(200), ThinkTags.KEEP);
    for (var decoder :
        List.of(
            new StreamDecoder(Dialects.OPENAI_CHAT, options),
            StreamDecoder.withoutFastPath(Dialects.OPENAI_CHAT, options))) {
      List<StreamEvent> events = new ArrayList<>();
      decoder.feed(stream.getBytes(UTF_8), events::add);

      assertThat(events.getLast())
          .isEqualTo(new StreamEvent.ResponseEnd(Verdict.FAILED, null, null));
    }
  }

  @Test
  void aFramingThatWasSniffedIsFastAsWell() {
    StringBuilder stream = new StringBuilder("\n");
    for (int i = 0; i < 1000; i++) {
      stream
          .append("data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"x\"}]}}],")
          .append("\"usageMetadata\":{\"candidatesTokenCount\":")
          .append(i)
          .append("}}\r\n\r\n");
    }
    byte[] bytes = stream.toString().getBytes(UTF_8);
    var decoder = new StreamDecoder(Dialects.GEMINI);
    decoder.feed(bytes, event -> {});

    assertThat(decoder.fastFrames()).isEqualTo(998);
    same(Dialects.GEMINI, List.of(bytes));
  }

  @Test
  void textAfterASignatureIsNotFast() {
    String chunk =
        "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"x\",\"thoughtSignature\":\"s\"}]}}]}\n\n";
    same(Dialects.GEMINI, List.of(chunk.repeat(5).getBytes(UTF_8)));
  }

  private static void same(Dialect dialect, List<byte[]> slices) {
    List<StreamEvent> general = decode(dialect, slices, /* fast= */ false);
    assertThat(decode(dialect, slices, /* fast= */ true)).isEqualTo(general);
    assertThat(decodeLent(dialect, slices)).isEqualTo(general);
  }

  /** Lends every slice in the middle of an array that is overwritten afterwards. */
  private static List<StreamEvent> decodeLent(Dialect dialect, List<byte[]> slices) {
    var decoder = new StreamDecoder(dialect);
    List<StreamEvent> events = new ArrayList<>();
    for (byte[] slice : slices) {
      byte[] lent = new byte[slice.length + 5];
      System.arraycopy(slice, 0, lent, 3, slice.length);
      decoder.feedLent(Bytes.of(lent, 3, 3 + slice.length), events::add);
      Arrays.fill(lent, (byte) '!');
    }
    decoder.end(events::add);
    return events;
  }

  private static List<StreamEvent> decode(Dialect dialect, List<byte[]> slices, boolean fast) {
    var decoder =
        fast
            ? new StreamDecoder(dialect)
            : StreamDecoder.withoutFastPath(dialect, DecodeOptions.DEFAULT);
    List<StreamEvent> events = new ArrayList<>();
    slices.forEach(slice -> decoder.feed(slice, events::add));
    decoder.end(events::add);
    return events;
  }
}
