package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.Bytes;
import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.MeteredDecoder;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.log.recording.Entry.Arrived;
import dev.weir.log.recording.Entry.Ended;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.Entry.Reached;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {
  private static final String HI =
      """
      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"hi"}}]}

      """;
  private static final String DONE = "data: [DONE]\n\n";

  private static final RecordingHeader HEADER =
      new RecordingHeader(
          Dialects.OPENAI_CHAT,
          "acme",
          "m",
          Instant.parse("2026-01-02T03:04:05.000006Z"),
          /* timed= */ true,
          DecodeOptions.DEFAULT,
          null);

  @TempDir Path folder = Path.of("");

  @Test
  void aRecordingHasAHeaderAndALineForEachChunk() throws IOException {
    Path file = folder.resolve("r.jsonl");
    try (var writer = RecordingWriter.create(file, HEADER)) {
      writer.reached(Milestone.CONNECTED, 5);
      writer.reached(Milestone.HEADERS, 9);
      writer.arrived((HI + DONE).getBytes(UTF_8), 1000);
      writer.ended(new StreamEnding.EndOfInput(), 1001);
    }

    assertThat(Files.readString(file))
        .isEqualTo(
            """
            {"weir":"recording","version":1,"dialect":"openai-chat","provider":"acme","modelName":"m","startedAt":"2026-01-02T03:04:05.000006Z"}
            {"at":5,"reached":"connected"}
            {"at":9,"reached":"headers"}
            {"at":1000,"text":"data: {\\"id\\":\\"c\\",\\"model\\":\\"m\\",\\"choices\\":[{\\"index\\":0,\\"delta\\":{\\"content\\":\\"hi\\"}}]}\\n\\n"}
            {"at":1000,"text":"data: [DONE]\\n\\n"}
            {"at":1001,"end":"input"}
            """);
    assertThat(read(Files.readAllBytes(file)))
        .containsExactly(
            new Reached(5, Milestone.CONNECTED),
            new Reached(9, Milestone.HEADERS),
            new Arrived(1000, Bytes.of(HI)),
            new Arrived(1000, Bytes.of(DONE)),
            new Ended(1001, new StreamEnding.EndOfInput()));
  }

  @Test
  void aFrameThatTheNetworkCutKeepsTheTimesOfBothHalves() throws IOException {
    byte[] file =
        record(writer -> {
          writer.arrived("data: {\"id\":".getBytes(UTF_8), 1);
          writer.arrived("\"c\"}\n\ndata".getBytes(UTF_8), 2);
        });

    assertThat(read(file))
        .containsExactly(
            new Arrived(1, Bytes.of("data: {\"id\":")),
            new Arrived(2, Bytes.of("\"c\"}\n\n")),
            new Arrived(2, Bytes.of("data")));
  }

  @Test
  void bytesThatAreNotTextAreKeptExactly() throws IOException {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    String odd = "\uFFFD \u2028 \u202e \u007f \u0085 \uD83D\uDE00 \u0000";
    byte[] file =
        record(writer -> {
          writer.arrived(all, 1);
          writer.arrived(odd.getBytes(UTF_8), 2);
          writer.arrived(new byte[] {(byte) 0xF0, (byte) 0x9F}, 3);
        });

    assertThat(new String(file, UTF_8)).contains("\"base64\":");
    assertThat(joined(read(file)))
        .isEqualTo(concat(all, odd.getBytes(UTF_8), new byte[] {(byte) 0xF0, (byte) 0x9F}));
  }

  @Test
  void aHugeSliceBecomesSeveralLines() throws IOException {
    byte[] slice = "data: é".repeat(400_000).getBytes(UTF_8);

    byte[] file = record(writer -> writer.arrived(slice, 1));

    assertThat(read(file)).hasSizeGreaterThan(2);
    assertThat(joined(read(file))).isEqualTo(slice);
  }

  @Test
  void cutAtAnyByteTheWholeLinesBeforeItAreRead() throws IOException {
    byte[] file =
        record(writer -> {
          writer.arrived(HI.getBytes(UTF_8), 1);
          writer.arrived(DONE.getBytes(UTF_8), 2);
          writer.ended(new StreamEnding.EndOfInput(), 3);
        });
    List<Entry> whole = read(file);
    int header = lineEnd(file, 0);

    for (int cut = header; cut < file.length; cut++) {
      byte[] prefix = Arrays.copyOf(file, cut);
      long lines = new String(prefix, UTF_8).chars().filter(c -> c == '\n').count();
      try (var reader = RecordingReader.open(new ByteArrayInputStream(prefix))) {
        assertThat(entries(reader)).isEqualTo(whole.subList(0, (int) lines - 1));
        assertThat(reader.damage()).hasValueSatisfying(d -> assertThat(d).contains("cut short"));
      }
    }
  }

  @Test
  void readingStopsAtALineThatIsNotAnEntry() throws IOException {
    byte[] file = record(writer -> writer.arrived(HI.getBytes(UTF_8), 1));
    byte[] broken =
        concat(file, "\0\0\0\n".getBytes(UTF_8), "{\"at\":2,\"text\":\"x\"}\n".getBytes(UTF_8));

    try (var reader = RecordingReader.open(new ByteArrayInputStream(broken))) {
      assertThat(entries(reader)).hasSize(1);
      assertThat(reader.damage())
          .hasValueSatisfying(d -> assertThat(d).startsWith("line 3 is not an entry"));
    }
  }

  @Test
  void whatALaterVersionAddsIsPassedOver() throws IOException {
    byte[] file = record(writer -> writer.arrived(HI.getBytes(UTF_8), 1));
    byte[] grown =
        concat(
            file,
            "{\"at\":2,\"weather\":\"fine\"}\n{\"new\":1,\"at\":3,\"text\":\"x\"}\n"
                .getBytes(UTF_8));

    assertThat(read(grown))
        .containsExactly(new Arrived(1, Bytes.of(HI)), new Arrived(3, Bytes.of("x")));
  }

  @Test
  void otherFilesAreRefusedWithWords() {
    assertThatThrownBy(() -> read(HI.getBytes(UTF_8)))
        .isInstanceOf(NotARecordingException.class)
        .hasMessageContaining("not the header of a recording");
    assertThatThrownBy(() -> read(new byte[0])).hasMessage("it is empty");
    assertThatThrownBy(() -> read("{\"weir\":\"recording\",\"version\":2}\n".getBytes(UTF_8)))
        .hasMessageContaining("a newer weir made it");
  }

  @Test
  void howTheStreamEndedIsReplayed() throws Exception {
    var fault = new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "reset", "connection reset");
    assertThat(verdict(new StreamEnding.EndOfInput())).isEqualTo(Verdict.TRUNCATED);
    assertThat(verdict(new StreamEnding.Cut(Verdict.CANCELLED, "user")))
        .isEqualTo(Verdict.CANCELLED);
    assertThat(verdict(new StreamEnding.Cut(Verdict.STALLED, null))).isEqualTo(Verdict.STALLED);
    assertThat(verdict(new StreamEnding.Broken(fault))).isEqualTo(Verdict.FAILED);
  }

  @Test
  void optionsThatChangeTheEventsAreInTheHeader() throws IOException {
    var options =
        new DecodeOptions(DecodeOptions.DEFAULT.limits().withMaxFrameBytes(7), ThinkTags.SPLIT);
    var header =
        new RecordingHeader(
            Dialects.OPENAI_CHAT, null, null, Instant.EPOCH, /* timed= */ false, options, null);

    try (var reader =
        RecordingReader.open(new ByteArrayInputStream(record(header, Secrets.NONE, w -> {})))) {
      assertThat(reader.header()).isEqualTo(header);
    }
  }

  @Test
  void theOwnerOfAChunkStandsOnTheLineThatCompletesIt() throws IOException {
    var owners = new ConversationOwners();
    owners.register("c", 0, "event-1");
    var out = new ByteArrayOutputStream();
    try (var writer = new RecordingWriter(out, HEADER, owners, Secrets.NONE)) {
      byte[] bytes = HI.getBytes(UTF_8);
      writer.arrived(Arrays.copyOf(bytes, 20), 1);
      writer.arrived(Arrays.copyOfRange(bytes, 20, bytes.length), 2);
      writer.arrived(HI.stripTrailing().getBytes(UTF_8), 3);
      writer.ended(new StreamEnding.EndOfInput(), 4);
    }

    assertThat(read(out.toByteArray()))
        .containsExactly(
            new Arrived(1, Bytes.of(HI.substring(0, 20))),
            new Arrived(2, Bytes.of(HI.substring(20)), "event-1"),
            new Arrived(3, Bytes.of(HI.stripTrailing())),
            new Ended(4, new StreamEnding.EndOfInput(), "event-1"));
  }

  @Test
  void anAnswerThatIsOneEventOwnsEveryLine() throws IOException {
    var out = new ByteArrayOutputStream();
    var owners = ConversationOwners.ofAll("event-1");
    try (var writer = new RecordingWriter(out, HEADER, owners, Secrets.NONE)) {
      writer.arrived((HI + HI).getBytes(UTF_8), 1);
      writer.ended(new StreamEnding.EndOfInput(), 2);
    }

    assertThat(read(out.toByteArray()))
        .containsExactly(
            new Arrived(1, Bytes.of(HI), "event-1"),
            new Arrived(1, Bytes.of(HI), "event-1"),
            new Ended(2, new StreamEnding.EndOfInput()));
  }

  @Test
  void secretsAreNeverWritten() throws IOException {
    String key = "sk-canary-0123456789";
    var header =
        new RecordingHeader(
            Dialects.OPENAI_CHAT,
            "acme",
            null,
            Instant.EPOCH,
            /* timed= */ true,
            DecodeOptions.DEFAULT,
            new RecordingHeader.Request(
                "POST",
                "https://u:" + key + "@h/v1?alt=sse&key=" + key,
                Map.of("Authorization", "Bearer " + key, "Content-Type", "application/json")));

    byte[] file =
        record(
            header,
            Secrets.of(List.of(key)),
            w -> w.arrived(("data: {\"error\":\"bad key " + key + "\"}\n\n").getBytes(UTF_8), 1));

    assertThat(new String(file, UTF_8))
        .doesNotContain("canary")
        .contains("https://***@h/v1?alt=sse&key=***")
        .contains("\"Authorization\":\"***\"")
        .contains("bad key ********************");
  }

  @Test
  void aRecordingIsForItsOwnerAndNeverOverwritten() throws IOException {
    Path file = folder.resolve("r.jsonl");
    RecordingWriter.create(file, HEADER).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThatThrownBy(() -> RecordingWriter.create(file, HEADER))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void afterAFailedWriteNothingMoreIsWritten() throws IOException {
    var written = new ByteArrayOutputStream();
    var full =
        new OutputStream() {
          boolean isFull;

          @Override
          public void write(int b) {
            written.write(b);
          }

          @Override
          public void write(byte[] b, int off, int len) throws IOException {
            written.write(b, off, isFull ? 5 : len);
            if (isFull) {
              throw new IOException("No space left on device");
            }
          }
        };
    try (var writer = new RecordingWriter(full, HEADER, null, Secrets.NONE)) {
      writer.arrived(HI.getBytes(UTF_8), 1);
      full.isFull = true;
      assertThatThrownBy(() -> writer.arrived(DONE.getBytes(UTF_8), 2))
          .hasMessageContaining("space");
      full.isFull = false;
      assertThatThrownBy(() -> writer.arrived(DONE.getBytes(UTF_8), 3))
          .hasMessageContaining("earlier");
    }

    assertThat(read(written.toByteArray())).containsExactly(new Arrived(1, Bytes.of(HI)));
  }

  private Verdict verdict(StreamEnding ending) throws IOException, InterruptedException {
    byte[] file =
        record(writer -> {
          writer.arrived(HI.getBytes(UTF_8), 1);
          writer.ended(ending, 2);
        });
    List<StreamEvent> live = new ArrayList<>();
    var decoder =
        new MeteredDecoder(Dialects.OPENAI_CHAT, DecodeOptions.DEFAULT, /* timed= */ true);
    decoder.feed(HI.getBytes(UTF_8), 1, live::add);
    decoder.end(ending, 2, live::add);
    List<StreamEvent> replayed = new ArrayList<>();
    try (var reader = RecordingReader.open(new ByteArrayInputStream(file))) {
      Replay.run(reader, Pace.AT_ONCE, (event, at) -> replayed.add(event));
    }
    assertThat(replayed).isEqualTo(live);
    return ((StreamEvent.ResponseEnd) replayed.getLast()).verdict();
  }

  private interface Recorded {
    void to(RecordingWriter writer) throws IOException;
  }

  private static byte[] record(Recorded recorded) throws IOException {
    return record(HEADER, Secrets.NONE, recorded);
  }

  private static byte[] record(RecordingHeader header, Secrets secrets, Recorded recorded)
      throws IOException {
    var out = new ByteArrayOutputStream();
    try (var writer = new RecordingWriter(out, header, null, secrets)) {
      recorded.to(writer);
    }
    return out.toByteArray();
  }

  private static List<Entry> read(byte[] file) throws IOException {
    try (var reader = RecordingReader.open(new ByteArrayInputStream(file))) {
      return entries(reader);
    }
  }

  private static List<Entry> entries(RecordingReader reader) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (Entry e = reader.next(); e != null; e = reader.next()) {
      entries.add(e);
    }
    return entries;
  }

  private static byte[] joined(List<Entry> entries) {
    return concat(
        entries.stream()
            .filter(Arrived.class::isInstance)
            .map(e -> ((Arrived) e).bytes().toArray())
            .toArray(byte[][]::new));
  }

  private static byte[] concat(byte[]... parts) {
    var whole = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      whole.writeBytes(part);
    }
    return whole.toByteArray();
  }

  private static int lineEnd(byte[] file, int from) {
    int at = from;
    while (file[at] != '\n') {
      at++;
    }
    return at + 1;
  }
}
