package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamDoctor.Finding;
import dev.weir.event.StreamDoctor.Weight;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamDoctorTest {
  private final StreamDoctor doctor = new StreamDoctor();

  @Test
  void aSoundStreamHasNoFindings() {
    accept(new ResponseStart("r", "m"), new ResponseEnd(Verdict.COMPLETE, "stop", null));

    assertThat(doctor.findings()).isEmpty();
  }

  @Test
  void equalComplaintsAreSaidOnceWithTheirCount() {
    accept(
        new ResponseStart("r", "m"),
        new Unrecognized("response.new", "{}", 2),
        new Unrecognized("response.new", "{}", 2),
        new SequenceGap(3, 5),
        new ResponseEnd(Verdict.COMPLETE, "stop", null));

    assertThat(doctor.findings())
        .containsExactly(
            new Finding(Weight.COMPLAINT, "unknown event: response.new", 2),
            new Finding(
                Weight.COMPLAINT, "gap: Expected sequence number 3, saw 5: 2 chunks lost", 1));
  }

  @Test
  void aGapIsToldWithWhatBecameOfIt() {
    var block = new BlockId(0, 0);
    accept(
        new ResponseStart("r", "m"),
        new BlockStart(block, BlockKind.TEXT, null, null, false, Map.of()),
        new SequenceGap(3, 4),
        new BlockRepair(block, 0, "x"),
        new SequenceGap(9, 10),
        new UnrepairedGap(9, 10, block, 0, 1),
        new BlockEnd(block, true, null, null, null, null),
        new ResponseEnd(Verdict.COMPLETE, "stop", null));

    assertThat(doctor.findings())
        .extracting(finding -> finding.weight() + " " + finding.words())
        .containsExactly(
            "COMPLAINT gap: Expected sequence number 3, saw 4: 1 chunk lost",
            "NOTE repaired: a final payload gave block 0/0 whole after chunks were lost",
            "COMPLAINT gap: Expected sequence number 9, saw 10: 1 chunk lost",
            "COMPLAINT not repaired: Expected sequence number 9, saw 10, and nothing that came"
                + " later says what was missing; the answer may lack something here, or be out of"
                + " order");
  }

  @Test
  void anUnknownFieldIsWorthKnowingButNotWrong() {
    accept(
        new ResponseStart("r", "m"),
        new Unrecognized("field timings", "{}", 2),
        new ResponseEnd(Verdict.COMPLETE, "stop", null));

    assertThat(doctor.findings())
        .containsExactly(new Finding(Weight.NOTE, "unknown field: timings", 1));
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETE,",
    "TOOL_CALLS,",
    "LENGTH, NOTE",
    "REFUSED, NOTE",
    "FILTERED, NOTE",
    "PAUSED, NOTE",
    "FAILED, COMPLAINT",
    "TRUNCATED, COMPLAINT",
    "CANCELLED, COMPLAINT",
    "STALLED, COMPLAINT",
  })
  void eachVerdictHasItsWeight(Verdict verdict, Weight weight) {
    accept(new ResponseStart("r", "m"), new ResponseEnd(verdict, null, null));

    List<Weight> weights = doctor.findings().stream().map(Finding::weight).toList();
    assertThat(weights).isEqualTo(weight == null ? List.of() : List.of(weight));
  }

  @Test
  void anErrorInsideTheStreamIsTold() {
    accept(
        new ResponseStart("r", "m"),
        new Fault(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "429", "slow down")),
        new ResponseEnd(Verdict.FAILED, "failed", null));

    assertThat(doctor.findings())
        .containsExactly(
            new Finding(Weight.COMPLAINT, "error inside the stream [429]: slow down", 1),
            new Finding(Weight.COMPLAINT, "the response failed (the provider's word: failed)", 1));
  }

  @Test
  void eventsThatBreakTheGrammarAreTold() {
    accept(new ResponseStart("r", "m"));

    assertThat(doctor.findings().getFirst().words())
        .startsWith("the events break the grammar: event 1: the stream has no response_end");
  }

  private void accept(StreamEvent... events) {
    List.of(events).forEach(doctor::accept);
  }
}
