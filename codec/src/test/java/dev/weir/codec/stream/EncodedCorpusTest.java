package dev.weir.codec.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.CorpusTest.Folder;
import dev.weir.event.StreamEvent;
import dev.weir.testkit.Corpus;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every recorded stream, decoded, written again, and read back. */
class EncodedCorpusTest {
  private static final EncodeOptions NAMED =
      EncodeOptions.DEFAULT.withNames("resp_1", "some-model").withCreatedSeconds(1_700_000_000);

  @TestFactory
  Stream<DynamicNode> inItsOwnDialectNothingIsLostButWhatIsSaid() {
    return each(
        CorpusTest.FOLDERS.stream().filter(f -> f.dialect().encoding().isPresent()), this::own);
  }

  private void own(Folder folder, byte[] bytes) {
    List<StreamEvent> events = Decoded.events(folder.dialect(), List.of(bytes));
    RoundTrip trip = RoundTrip.of(folder.dialect(), folder.dialect(), events);
    assertThat(trip.unexplained()).isEmpty();
    assertThat(trip.complaints()).isEmpty();
  }

  @TestFactory
  Stream<DynamicNode> inAnyOtherDialectTheAnswerIsTheSame() {
    return each(CorpusTest.FOLDERS.stream(), this::others);
  }

  private void others(Folder folder, byte[] bytes) {
    List<StreamEvent> events = Decoded.events(folder.dialect(), List.of(bytes));
    for (Dialect target : Dialects.all()) {
      if (target.encoding().isPresent() && !target.equals(folder.dialect())) {
        RoundTrip trip = RoundTrip.of(target, folder.dialect(), events, NAMED);
        assertThat(Answer.of(trip.after(), target, trip.losses()))
            .describedAs("%s, losses: %s", target.word(), trip.losses())
            .isEqualTo(Answer.of(events, target, trip.losses()));
        assertThat(trip.complaints()).describedAs(target.word()).isEmpty();
      }
    }
  }

  private interface Check {
    void run(Folder folder, byte[] bytes);
  }

  private static Stream<DynamicNode> each(Stream<Folder> folders, Check check) {
    return folders.map(folder ->
        DynamicContainer.dynamicContainer(
            folder.name(),
            Corpus.streams(folder.name()).stream()
                .map(s ->
                    DynamicTest.dynamicTest(
                        s.name(), s.file().toUri(), () -> check.run(folder, s.bytes())))));
  }
}
