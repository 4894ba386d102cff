package dev.weir.codec.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How a response with several choices or candidates ended. In the shorthand of the tables {@code
 * 0a} is text of output 0, {@code 0.} its finish reason, {@code 0_} that of a limit, {@code #} a
 * blocked prompt and {@code D} the mark {@code [DONE]}.
 */
class AlternativesTest {
  @ParameterizedTest
  @CsvSource({
    "0a 1b 0. 1.,         COMPLETE",
    "0a 1b 0. 1. D,       COMPLETE",
    "0a 1b 0. D 1.,       TRUNCATED",
    "0a 1b 0.,            TRUNCATED",
    "0a 1b 0. D,          TRUNCATED",
    "0a 1b 1. D,          TRUNCATED",
    "0a 1b 0. 0. D,       TRUNCATED",
    "0a 0. 1b D,          TRUNCATED",
    "0a 1b 2c 0. 2. D,    TRUNCATED",
    "0a 1b 2c 0. 2. 1. D, COMPLETE",
    "0a 1b 0. 1_ D,       COMPLETE",
    "0a 1b 0_ 1. D,       LENGTH",
    "0a 1b 0_ D,          TRUNCATED",
    "0a 1b,               TRUNCATED",
    // A server that gives no reasons at all ends by the mark alone.
    "0a 1b D,             COMPLETE",
    "0a D,                COMPLETE",
    "0a,                  TRUNCATED",
  })
  void choicesEndWellOnlyIfEachThatBeganDid(String script, Verdict verdict) {
    check(Dialects.OPENAI_CHAT, script, verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "0a 1b 0. 1.,         COMPLETE",
    "0a 1b 0. 1. D,       COMPLETE",
    "0a 1b 0.,            TRUNCATED",
    "0a 1b 0. D,          TRUNCATED",
    "0a 1b 1. D,          TRUNCATED",
    "0a 1b 2c 0. 2. D,    TRUNCATED",
    "0a 1b 0_ 1.,         LENGTH",
    "0a 1b D,             TRUNCATED",
    "#,                   FILTERED",
    "0a #,                FILTERED",
    "0a 1b 0. #,          TRUNCATED",
  })
  void candidatesEndWellOnlyIfEachThatBeganDid(String script, Verdict verdict) {
    check(Dialects.GEMINI, script, verdict);
  }

  @Test
  void noOtherDialectOffersAlternatives() {
    assertThat(Dialects.own())
        .filteredOn(AlternativesTest::offersAlternatives)
        .containsExactlyInAnyOrder(Dialects.OPENAI_CHAT, Dialects.GEMINI);
  }

  private static boolean offersAlternatives(Dialect dialect) {
    List<StreamEvent> events = Decoded.events(dialect, DialectPhasesTest.finished(dialect));
    return events.getFirst() instanceof ResponseStart start && start.alternatives();
  }

  private static void check(Dialect dialect, String script, Verdict verdict) {
    List<StreamEvent> events = Decoded.events(dialect, List.of(stream(dialect, script)));

    assertThat(events.getLast())
        .isInstanceOfSatisfying(
            ResponseEnd.class, end -> assertThat(end.verdict()).isEqualTo(verdict));
    if (verdict == Verdict.TRUNCATED) {
      assertThat(cut(events)).isEqualTo(notWhole(events));
    }
  }

  /** The outputs of which a block was cut. */
  private static Set<Integer> cut(List<StreamEvent> events) {
    return events.stream()
        .filter(event -> event instanceof BlockEnd end && !end.complete())
        .map(event -> ((BlockEnd) event).block().output())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The outputs that began and did not stop by themselves. */
  private static Set<Integer> notWhole(List<StreamEvent> events) {
    var outputs = new TreeSet<Integer>();
    for (StreamEvent event : events) {
      if (event instanceof BlockStart start) {
        outputs.add(start.block().output());
      } else if (event instanceof OutputEnd end && end.reason() == FinishReason.STOP) {
        outputs.remove(end.output());
      }
    }
    return outputs;
  }

  private static byte[] stream(Dialect dialect, String script) {
    boolean isChat = dialect.equals(Dialects.OPENAI_CHAT);
    var stream = new StringBuilder();
    for (String step : script.split(" ", -1)) {
      stream.append("data: ").append(isChat ? choice(step) : candidate(step)).append("\n\n");
    }
    return stream.toString().getBytes(UTF_8);
  }

  private static String choice(String step) {
    if (step.equals("D")) {
      return "[DONE]";
    }
    String said =
        switch (step.charAt(1)) {
          case '.' -> "\"delta\":{},\"finish_reason\":\"stop\"";
          case '_' -> "\"delta\":{},\"finish_reason\":\"length\"";
          default -> "\"delta\":{\"content\":\"" + step.charAt(1) + "\"}";
        };
    return "{\"id\":\"c\",\"choices\":[{\"index\":" + step.charAt(0) + "," + said + "}]}";
  }

  private static String candidate(String step) {
    if (step.equals("D")) {
      return "[DONE]";
    }
    if (step.equals("#")) {
      return "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}";
    }
    String said =
        switch (step.charAt(1)) {
          case '.' -> "\"finishReason\":\"STOP\"";
          case '_' -> "\"finishReason\":\"MAX_TOKENS\"";
          default -> "\"content\":{\"parts\":[{\"text\":\"" + step.charAt(1) + "\"}]}";
        };
    return "{\"responseId\":\"r\",\"candidates\":[{\"index\":"
        + step.charAt(0)
        + ","
        + said
        + "}]}";
  }
}
