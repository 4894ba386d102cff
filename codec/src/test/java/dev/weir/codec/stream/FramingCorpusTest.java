package dev.weir.codec.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.sse.SseDecoder;
import dev.weir.event.GrammarChecker;
import dev.weir.event.StreamEvent;
import dev.weir.testkit.Corpus;
import dev.weir.testkit.Corpus.Recorded;
import dev.weir.testkit.Splits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Recorded streams of protocols that no dialect of ours speaks: they frame, and crash nothing. */
class FramingCorpusTest {
  private static final List<String> FOLDERS =
      List.of("openai-completions", "openai-assistants", "misc-sse");

  @TestFactory
  Stream<DynamicTest> framesTheSameHoweverItIsCut() {
    return each(stream -> {
      byte[] bytes = stream.bytes();
      List<Frame> whole = frames(List.of(bytes));
      assertThat(whole).isNotEmpty();
      assertThat(frames(Splits.eachByte(bytes))).isEqualTo(whole);
    });
  }

  @TestFactory
  Stream<DynamicTest> everyDialectComesToAnEndWithIt() {
    return each(stream -> {
      for (Dialect dialect : Dialects.own()) {
        List<StreamEvent> events = Decoded.events(dialect, List.of(stream.bytes()));
        assertThat(GrammarChecker.check(events)).isEmpty();
      }
    });
  }

  private interface Check {
    void run(Recorded stream);
  }

  private static Stream<DynamicTest> each(Check check) {
    return FOLDERS.stream()
        .flatMap(folder -> Corpus.streams(folder).stream())
        .map(s -> DynamicTest.dynamicTest(s.name(), s.file().toUri(), () -> check.run(s)));
  }

  private static List<Frame> frames(List<byte[]> slices) {
    List<Frame> frames = new ArrayList<>();
    var framing = SseDecoder.forProviders(Limits.DEFAULT.maxFrameBytes());
    slices.forEach(slice -> framing.feed(slice, frames::add));
    framing.end(frames::add);
    return frames;
  }
}
