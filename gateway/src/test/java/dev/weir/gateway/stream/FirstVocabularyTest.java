package dev.weir.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FirstVocabularyTest {
  private static final StreamEvent TEXT = new BlockDelta(new BlockId(0, 0), "x");
  private static final StreamEvent END = new ResponseEnd(Verdict.CANCELLED, null, null);

  private final List<StreamEvent> said = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();

  private List<StreamEvent> read(StreamEvent... events) {
    var words =
        new FirstVocabulary(
            Dialects.GEMINI,
            (event, at) -> {
              said.add(event);
              times.add(at);
            });
    for (int i = 0; i < events.length; i++) {
      words.accept(events[i], i);
    }
    return said;
  }

  private static ResponseProgress progress(String status) {
    return new ResponseProgress(status, null, null);
  }

  private static PassEnd passEnd(Verdict verdict) {
    return new PassEnd(verdict, null, null, null, Map.of());
  }

  @Test
  void theBoundsOfPassesWereWordsOfProgress() {
    var continued = new ResponseProgress("continued", "r2", "m2");

    assertThat(read(progress("running_tools"), TEXT, continued, progress("paused"), continued, END))
        .containsExactly(
            passEnd(Verdict.TOOL_CALLS),
            TEXT,
            new PassStart("r2", "m2", /* alternatives= */ true),
            passEnd(Verdict.PAUSED),
            new PassStart("r2", "m2", /* alternatives= */ true),
            END);
    assertThat(times).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void theDialectToldWhetherOutputsAreAlternatives() {
    assertThat(read(new ResponseStart("r", "m")))
        .containsExactly(new ResponseStart("r", "m", /* alternatives= */ true));
  }

  @Test
  void aTurnMayHaveEndedAfterAPause() {
    assertThat(read(progress("paused"), END)).containsExactly(passEnd(Verdict.PAUSED), END);
  }

  @Test
  void theSameWordsOfAProviderStayWhatTheyAre() {
    StreamEvent[] events = {
      progress("paused"), TEXT, progress("continued"), progress("queued"), TEXT, END
    };

    assertThat(read(events)).containsExactly(events);
  }
}
