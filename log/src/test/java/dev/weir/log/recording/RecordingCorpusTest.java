package dev.weir.log.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.registry.DialectGuess;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.testkit.Corpus;
import dev.weir.testkit.Corpus.Recorded;
import dev.weir.testkit.Splits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every recorded stream, where the corpus stands beside the project. */
class RecordingCorpusTest {
  private static final long PAUSE_MICROS = 1500;

  /** An event and when it came: a replay must agree in both. */
  record Timed(StreamEvent event, long atMicros) {}

  @TestFactory
  Stream<DynamicNode> aReplayGivesTheEventsOfTheLiveStreamAtTheirTimes() {
    return Corpus.folders().stream()
        .map(folder ->
            DynamicContainer.dynamicContainer(
                folder,
                Corpus.streams(folder).stream()
                    .map(
                        s -> DynamicTest.dynamicTest(s.name(), s.file().toUri(), () -> check(s)))));
  }

  private void check(Recorded stream) throws IOException, InterruptedException {
    byte[] bytes = stream.bytes();
    Optional<Dialect> dialect = DialectGuess.of(bytes, /* isWhole= */ true);
    if (dialect.isEmpty()) {
      return;
    }
    List<List<byte[]>> splits = new ArrayList<>(Splits.atRandom(bytes, /* splits= */ 2).toList());
    splits.add(List.of(bytes));
    stream.recordedSlices().ifPresent(splits::add);
    for (List<byte[]> slices : splits) {
      check(dialect.get(), slices);
    }
  }

  private static void check(Dialect dialect, List<byte[]> slices)
      throws IOException, InterruptedException {
    var file = new ByteArrayOutputStream();
    List<Timed> live = new ArrayList<>();
    var decoder = new StreamDecoder(dialect);
    var header =
        new RecordingHeader(
            dialect, null, null, Instant.EPOCH, /* timed= */ true, DecodeOptions.DEFAULT, null);
    long clock = 0;
    try (var writer = new RecordingWriter(file, header, null, Secrets.NONE)) {
      for (byte[] slice : slices) {
        clock += PAUSE_MICROS;
        long at = clock;
        writer.arrived(slice, at);
        decoder.feed(slice, event -> live.add(new Timed(event, at)));
      }
      long at = clock + PAUSE_MICROS;
      writer.ended(new StreamEnding.EndOfInput(), at);
      decoder.end(event -> live.add(new Timed(event, at)));
    }

    List<Timed> replayed = new ArrayList<>();
    var recording = new ByteArrayInputStream(file.toByteArray());
    try (var reader = RecordingReader.open(recording)) {
      Replay.run(reader, Pace.AT_ONCE, (event, at) -> replayed.add(new Timed(event, at)));
      assertThat(reader.damage()).isEmpty();
    }

    assertThat(replayed).isEqualTo(live);
    assertThat(response(replayed)).isEqualTo(response(live));
    assertThat(lifecycle(replayed)).isEqualTo(lifecycle(live));
  }

  private static List<String> lifecycle(List<Timed> events) {
    List<String> frames = new ArrayList<>();
    var encoder =
        new LifecycleEncoder(LifecycleOptions.DEFAULT, frame -> frames.add(frame.toText()));
    events.forEach(e -> encoder.accept(e.event(), e.atMicros() / 1000));
    encoder.end(events.getLast().atMicros() / 1000);
    return frames;
  }

  private static Response response(List<Timed> events) {
    var assembler = new ResponseAssembler();
    events.forEach(e -> assembler.accept(e.event()));
    return assembler.response();
  }
}
