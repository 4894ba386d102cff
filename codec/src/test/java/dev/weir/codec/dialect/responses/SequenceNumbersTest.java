package dev.weir.codec.dialect.responses;

import static dev.weir.codec.dialect.responses.ResponsesStream.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.stream.Decoded;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.SequenceGap;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule M1. */
class SequenceNumbersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 1 2 3          | ''
          7 8 9            | ''
          - - -            | ''
          0 - 1 - 2        | ''
          0 0 0 0          | ''
          0 0 0 5 6        | ''
          0 1 4 5          | gap 2→4
          0 1 4 5 9        | gap 2→4, gap 6→9
          3 1 4            | late 1
          0 1 2 1 3        | late 1
          0 1 5 2 3 4 6    | gap 2→5, late 2, late 3, late 4
          0 1 9 0 1 10     | gap 2→9, late 0, late 1
          0 x 2 3          | ''
          0 x 1 x x 4      | ''
          0 x 3            | gap 2→3
          0 x x 2          | ''
          0 - 2            | gap 1→2
          x x 5 6          | ''
          """)
  void areFollowedFromTheFirstOne(String numbers, String reports) {
    List<String> chunks = new ArrayList<>();
    for (String number : numbers.split(" ", -1)) {
      // Only an event of the response itself can have taken a number that it does not show.
      String type = number.equals("x") ? "response.in_progress" : "keepalive";
      String field = number.matches("[-x]") ? "" : ",'sequence_number':" + number;
      chunks.add("{'type':'" + type + "','nonce':" + chunks.size() + field + "}");
    }

    assertThat(reports(events(chunks.toArray(String[]::new)))).isEqualTo(reports);
  }

  private static String reports(List<StreamEvent> events) {
    return events.stream()
        .map(SequenceNumbersTest::report)
        .filter(report -> !report.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String report(StreamEvent event) {
    if (event instanceof SequenceGap gap) {
      return "gap " + gap.expected() + "→" + gap.actual();
    }
    Matcher late = Pattern.compile("saw (\\d+)").matcher(event.toString());
    return event instanceof Fault && late.find() ? "late " + late.group(1) : "";
  }

  @Test
  void startOverWithAnotherResponse() {
    assertThat(
            reports(
                events(
                    "{'type':'response.created','sequence_number':0,'response':{'id':'a'}}",
                    "{'type':'response.in_progress','sequence_number':1,'response':{'id':'a'}}",
                    "{'type':'response.created','sequence_number':0,'response':{'id':'b'}}",
                    "{'type':'response.in_progress','sequence_number':1,'response':{'id':'b'}}")))
        .isEmpty();
  }

  @Test
  void aChunkThatIsSentTwiceIsDecodedOnce() {
    List<StreamEvent> events =
        events(delta(0, "a"), delta(1, "b"), delta(0, "a"), delta(1, "b"), delta(2, "c"));

    assertThat(Decoded.response(events).text(BlockKind.TEXT)).isEqualTo("abc");
    assertThat(faults(events))
        .containsExactly(
            "Expected sequence number 2, saw 0: the same chunk again, left out",
            "Expected sequence number 2, saw 1: the same chunk again, left out");
  }

  @Test
  void numbersThatTellNothingApartLoseNoText() {
    List<StreamEvent> events =
        events(delta(1, "ha"), delta(1, "!"), delta(1, "ha"), delta(1, "ha"), delta(1, "ha"));

    assertThat(Decoded.response(events).text(BlockKind.TEXT)).isEqualTo("ha!hahaha");
    assertThat(faults(events))
        .containsOnly("Expected sequence number 2, saw 1: a duplicate or out of order")
        .hasSize(4);
  }

  private static List<String> faults(List<StreamEvent> events) {
    return events.stream()
        .filter(Fault.class::isInstance)
        .map(event -> ((Fault) event).fault().message())
        .toList();
  }

  private static String delta(int number, String text) {
    return "{'type':'response.output_text.delta','output_index':0,'content_index':0,"
        + "'sequence_number':%d,'delta':'%s'}".formatted(number, text);
  }
}
