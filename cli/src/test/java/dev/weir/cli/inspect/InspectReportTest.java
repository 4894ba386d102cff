package dev.weir.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMeter;
import dev.weir.event.StreamMetrics;
import dev.weir.event.StreamMetrics.Timing;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class InspectReportTest {
  private static final long MS = 1000;

  @Test
  void timeIsCutAtEveryMilestone() {
    assertThat(Span.of(new Timing(10L, 20L, 25L, 30L, 20L, 50L, 50L, 70L, null, 90L, 100L)))
        .containsExactly(
            new Span(Span.Kind.CONNECT, 0, 10),
            new Span(Span.Kind.HEADERS, 10, 20),
            new Span(Span.Kind.WAIT, 20, 30),
            new Span(Span.Kind.QUEUE, 30, 50),
            new Span(Span.Kind.THINKING, 50, 70),
            new Span(Span.Kind.TEXT, 70, 90),
            new Span(Span.Kind.SILENCE, 90, 100));
    assertThat(Span.of(Timing.NONE)).isEmpty();
  }

  /** A search of the provider, or reasoning that it keeps to itself. */
  @Test
  void theQueueEndsWithTheFirstOutputAlsoIfNothingOfItIsShown() {
    var timing = new Timing(null, null, null, 100L, 800L, 900L, null, 2900L, null, 3000L, 3000L);

    assertThat(Span.of(timing))
        .containsExactly(
            new Span(Span.Kind.WAIT, 0, 100),
            new Span(Span.Kind.QUEUE, 100, 900),
            new Span(Span.Kind.UNSEEN, 900, 2900),
            new Span(Span.Kind.TEXT, 2900, 3000));
  }

  @Test
  void barsShareTheirAxis() {
    List<String> lines =
        TextReport.of(
            List.of(stream("long", 1000 * MS), stream("short", 500 * MS)),
            /* width= */ 60,
            /* colored= */ false);

    assertThat(lines)
        .startsWith(
            "            ╵0          ╵0.5 s",
            "long        ┄──░░▒▒▒▒▒▓▓▓▓▓▓▓▓▓████⋅⋅  1.00 s COMPLETE",
            "  bytes/s       ▂▂      █              peak 37.5 k bytes/s",
            "  tokens/s            █       █   █    peak 346 tokens/s",
            "",
            "short       ┄─░▒▒▓▓▓▓██⋅⋅              500 ms COMPLETE");
  }

  @Test
  void thePictureHasColorsOnlyForATerminal() {
    List<Inspected> streams = List.of(stream("a", 1000 * MS));

    assertThat(String.join("", TextReport.of(streams, 80, /* colored= */ false)))
        .doesNotContain("\033");
    assertThat(String.join("", TextReport.of(streams, 80, /* colored= */ true)))
        .contains("\033[38;5;214m")
        .contains("\033[0m");
  }

  @Test
  void streamsThatDoNotFitBesideEachOtherFollowBelow() {
    List<Inspected> streams =
        List.of(stream("a", 10 * MS), stream("b", 10 * MS), stream("c", 10 * MS));

    List<String> lines = TextReport.of(streams, /* width= */ 60, /* colored= */ false);

    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
    assertThat(lines.stream().filter(l -> l.startsWith("total"))).hasSize(3);
  }

  @Test
  void aStreamWithoutTimesSaysSo() {
    var meter = new StreamMeter(/* timed= */ false);
    meter.accept(new StreamEvent.ResponseStart("r", "m"), 0);
    var stream = new Inspected("a", "x", "COMPLETE", null, null, meter.metrics());

    assertThat(TextReport.of(List.of(stream), 80, /* colored= */ false))
        .anyMatch(line -> line.contains("no times: made from a captured file"));
    assertThat(HtmlReport.of(List.of(stream))).contains("No times.");
  }

  @Test
  void whoAnsweredOnWhichNodeAndWhoWasAskedBeforeIsToldWhereItIsKnown() {
    var meter = new StreamMeter(/* timed= */ true);
    meter.accept(new StreamEvent.ResponseStart("r", "m"), 0);
    meter.accept(
        new StreamEvent.FailedTry("first", "m", "overloaded", "busy", "second", "m", 0), 1000);
    StreamMetrics metrics =
        meter
            .metrics()
            .withTries(
                new StreamMetrics.Tries(
                    2, 0, null, List.of(new StreamMetrics.Problem("overloaded", 529, null))));
    var stream = new Inspected("a", "x", "COMPLETE", "second", "3f9a01", metrics);

    assertThat(TextReport.of(List.of(stream), 80, /* colored= */ false))
        .contains(
            "provider             second",
            "node                 3f9a01",
            "tries                2 (overloaded)",
            "failed tries         1");
    assertThat(TextReport.of(List.of(stream("b", 1000 * MS)), 80, /* colored= */ false))
        .noneMatch(line -> line.startsWith("node"));
  }

  @Test
  void thePageHasNoScriptAndForbidsIt() {
    String page = HtmlReport.of(List.of(stream("a", 1000 * MS), stream("b", 900 * MS)));

    assertThat(page)
        .contains(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;;"
                + " style-src &#39;sha256-")
        .doesNotContain("<script")
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("style=\"");
  }

  @Test
  void whatComesFromOutsideIsTextAndNothingElse() {
    String hostile = "</title><script>alert(1)</script><img src=x onerror=\"alert('2')\">\u202e&";
    Inspected stream = stream(hostile, 1000 * MS);
    var bad = new Inspected(hostile, hostile, hostile, hostile, hostile, stream.metrics());

    String page = HtmlReport.of(List.of(bad));

    assertThat(page)
        .doesNotContain("<script")
        .doesNotContain("<img")
        .doesNotContain("\u202e")
        .contains("&lt;/title&gt;&lt;script&gt;alert(1)");
    assertThat(page.split("<title>Anatomy", -1)).hasSize(2);
  }

  @Test
  void tokensAreTheProvidersSpreadOverTheText() {
    Rate rate = Objects.requireNonNull(Rate.tokens(stream("a", 1000 * MS)));

    double tokens = rate.values().stream().mapToDouble(v -> v * rate.binMicros() / 1e6).sum();
    assertThat(Math.round(tokens)).isEqualTo(40);
    Rate shared = rate.resampled(50, 2000 * MS);
    double again = shared.values().stream().mapToDouble(v -> v * shared.binMicros() / 1e6).sum();
    assertThat(Math.round(again)).isEqualTo(40);
  }

  @Test
  void marksOfTheAxisAreRound() {
    assertThat(TimeAxis.of(List.of(stream("a", 7_030_000)), 8).ticks())
        .containsExactly(
            0L, 1_000_000L, 2_000_000L, 3_000_000L, 4_000_000L, 5_000_000L, 6_000_000L, 7_000_000L);
    assertThat(TimeAxis.of(List.of(), 8).ticks()).isNotEmpty();
  }

  /** A stream whose milestones lie at fixed parts of its time. */
  private static Inspected stream(String name, long total) {
    var meter = new StreamMeter(/* timed= */ true);
    meter.connected(total / 50);
    meter.headers(total / 10);
    meter.bytes(500, total / 5);
    meter.announced(total / 5);
    meter.accept(new StreamEvent.ResponseStart("r", "m"), total / 5);
    block(meter, 0, BlockKind.REASONING, total * 2 / 5);
    meter.bytes(1500, total / 2);
    block(meter, 1, BlockKind.TEXT, total * 3 / 4);
    var delta = new StreamEvent.BlockDelta(new BlockId(0, 1), "and more");
    meter.accept(delta, total * 9 / 10);
    var usage = new Usage(10L, 40L, null, null, null);
    meter.accept(new StreamEvent.ResponseEnd(Verdict.COMPLETE, "stop", usage), total);
    StreamMetrics metrics = meter.metrics();
    return new Inspected(name, "openai-chat, m", "COMPLETE", null, null, metrics);
  }

  private static void block(StreamMeter meter, int number, BlockKind kind, long at) {
    var id = new BlockId(0, number);
    meter.accept(new StreamEvent.BlockStart(id, kind, null, null, false, Map.of()), at);
    meter.accept(new StreamEvent.BlockDelta(id, "some text"), at);
  }
}
