package dev.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Every transition of a call. A row says what the call came through, what comes then, in which
 * state that leaves it, and what it does. What is in no row changes nothing and does nothing.
 */
class CallMachineTest {
  private static final String TABLE =
      """
                    | connected | WAITING   | connected
                    | 200       | STREAMING | headers 200
                    | 503       | REFUSED   | headers 503 · wake 20 s
                    | page      | OVER      | headers 200 · hang up · problem wrong_content_type · response_start · fault · measured · FAILED (wrong_content_type) · rest
                    | broke     | BETWEEN   | hang up · problem connection_failed, again in 400 ms · wake 400 ms
                    | ring      | BETWEEN   | hang up · problem dead, again in 400 ms · wake 400 ms
                    | cancel    | OVER      | hang up · response_start · measured · CANCELLED · rest

      503           | megabyte  | BETWEEN   | refused · hang up · problem http_503, again in 400 ms · wake 400 ms
      503           | end       | BETWEEN   | refused · hang up · problem http_503, again in 400 ms · wake 400 ms
      503           | broke     | BETWEEN   | refused · hang up · problem http_503, again in 400 ms · wake 400 ms
      503           | ring      | BETWEEN   | refused · hang up · problem http_503, again in 400 ms · wake 400 ms
      503           | cancel    | OVER      | hang up · response_start · measured · CANCELLED · rest

      200           | text      | STREAMING | arrived · response_start · block_start · block_delta · wake 20 s
      200           | last      | DRAINING  | arrived · response_start · output_end · measured · COMPLETE (stop) · wake 1 s
      200           | error     | STREAMING | arrived · response_start · wake 1 s
      200           | comment   | STREAMING | arrived
      200           | megabyte  | STREAMING | arrived
      200           | end       | BETWEEN   | response_start · hang up · problem truncated, again in 400 ms · wake 400 ms
      200           | broke     | BETWEEN   | hang up · problem connection_broken, again in 400 ms · wake 400 ms
      200           | ring      | BETWEEN   | hang up · problem dead, again in 400 ms · wake 400 ms
      200           | cancel    | OVER      | hang up · response_start · measured · CANCELLED · rest

      200 text      | text      | STREAMING | arrived · block_delta
      200 text      | last      | DRAINING  | arrived · block_end · output_end · measured · COMPLETE (stop) · wake 1 s
      200 text      | error     | STREAMING | arrived · fault · wake 1 s
      200 text      | comment   | STREAMING | arrived
      200 text      | megabyte  | STREAMING | arrived
      200 text      | end       | OVER      | block_end · measured · TRUNCATED · rest
      200 text      | broke     | OVER      | hang up · problem connection_broken · fault · block_end · measured · FAILED (connection_broken) · rest
      200 text      | ring      | OVER      | problem dead · hang up · block_end · measured · STALLED (dead) · rest
      200 text      | cancel    | OVER      | hang up · block_end · measured · CANCELLED · rest

      200 settling  | text      | STREAMING | arrived · response_progress · block_start · block_delta
      200 settling  | last      | DRAINING  | arrived · measured · COMPLETE (stop) · wake 1 s
      200 settling  | error     | STREAMING | arrived · fault
      200 settling  | comment   | STREAMING | arrived
      200 settling  | megabyte  | STREAMING | arrived
      200 settling  | end       | OVER      | measured · COMPLETE (stop) · rest
      200 settling  | broke     | OVER      | measured · COMPLETE (stop) · rest
      200 settling  | ring      | OVER      | hang up · measured · COMPLETE (stop) · rest
      200 settling  | cancel    | OVER      | hang up · measured · COMPLETE (stop) · rest

      503 end       | ring      | WAITING   | try 2 · wake 120 s · send POST
      503 end       | cancel    | OVER      | hang up · response_start · measured · CANCELLED · rest

      200 text last | end       | OVER      | rest
      200 text last | broke     | OVER      | rest
      200 text last | ring      | OVER      | hang up · rest
      """;

  /** Of a response that its provider keeps, so that it can be resumed, once. */
  private static final String KEPT =
      """
      200 text                     | more      | STREAMING | arrived · block_delta
      200 text                     | gap       | BROKEN    | hang up · problem sequence_gap, again in 400 ms · wake 400 ms
      200 text                     | last      | BROKEN    | hang up · problem sequence_gap, again in 400 ms · wake 400 ms
      200 text                     | end       | BROKEN    | hang up · problem truncated, again in 400 ms · wake 400 ms
      200 text                     | broke     | BROKEN    | hang up · problem connection_broken, again in 400 ms · wake 400 ms
      200 text                     | ring      | BROKEN    | hang up · problem dead, again in 400 ms · wake 400 ms
      200 text                     | cancel    | OVER      | aside /responses/r1/cancel · hang up · block_end · measured · CANCELLED · rest

      200 text broke               | ring      | WAITING   | resuming · wake 20 s · send GET stream=true&starting_after=3
      200 text broke               | cancel    | OVER      | aside /responses/r1/cancel · hang up · block_end · measured · CANCELLED · rest

      200 text broke ring          | 200       | STREAMING |
      200 text broke ring          | 503       | REFUSED   | wake 20 s
      200 text broke ring          | page      | OVER      | hang up · problem wrong_content_type · aside /responses/r1/cancel · hang up · problem connection_broken · fault · block_end · measured · FAILED (connection_broken) · rest
      200 text broke ring          | broke     | OVER      | hang up · problem connection_failed · aside /responses/r1/cancel · hang up · problem connection_broken · fault · block_end · measured · FAILED (connection_broken) · rest
      200 text broke ring          | ring      | OVER      | aside /responses/r1/cancel · problem dead · hang up · block_end · measured · STALLED (dead) · rest
      200 text broke ring          | cancel    | OVER      | aside /responses/r1/cancel · hang up · block_end · measured · CANCELLED · rest

      200 text broke ring 200      | json      | OVER      | hang up · problem no_stream · aside /responses/r1/cancel · hang up · problem connection_broken · fault · block_end · measured · FAILED (connection_broken) · rest
      200 text broke ring 200      | more      | STREAMING | arrived · block_delta
      200 text broke ring 200      | gap       | STREAMING | arrived · sequence_gap · block_delta
      200 text broke ring 200      | last      | DRAINING  | arrived · sequence_gap · unrepaired_gap · block_end · measured · COMPLETE (completed) · wake 1 s
      200 text broke ring 200      | end       | OVER      | aside /responses/r1/cancel · block_end · measured · TRUNCATED · rest
      200 text broke ring 200      | broke     | OVER      | aside /responses/r1/cancel · hang up · problem connection_broken · fault · block_end · measured · FAILED (connection_broken) · rest
      200 text broke ring 200      | ring      | OVER      | aside /responses/r1/cancel · problem dead · hang up · block_end · measured · STALLED (dead) · rest
      200 text broke ring 200      | cancel    | OVER      | aside /responses/r1/cancel · hang up · block_end · measured · CANCELLED · rest

      200 text broke ring 503      | end       | OVER      | hang up · problem http_503 · aside /responses/r1/cancel · hang up · problem connection_broken · fault · block_end · measured · FAILED (connection_broken) · rest
      200 text broke ring 503      | broke     | OVER      | hang up · problem http_503 · aside /responses/r1/cancel · hang up · problem connection_broken · fault · block_end · measured · FAILED (connection_broken) · rest
      200 text broke ring 503      | ring      | OVER      | hang up · problem http_503 · aside /responses/r1/cancel · hang up · problem connection_broken · fault · block_end · measured · FAILED (connection_broken) · rest
      200 text broke ring 503      | cancel    | OVER      | aside /responses/r1/cancel · hang up · block_end · measured · CANCELLED · rest

      200 text broke ring 200 more | gap       | STREAMING | arrived · sequence_gap · block_delta
      200 text broke ring 200 more | last      | DRAINING  | arrived · block_end · measured · COMPLETE (completed) · wake 1 s
      200 text broke ring 200 more | end       | OVER      | aside /responses/r1/cancel · block_end · measured · TRUNCATED · rest
      200 text broke ring 200 more | broke     | OVER      | aside /responses/r1/cancel · hang up · problem connection_broken · fault · block_end · measured · FAILED (connection_broken) · rest
      200 text broke ring 200 more | ring      | OVER      | aside /responses/r1/cancel · problem dead · hang up · block_end · measured · STALLED (dead) · rest
      200 text broke ring 200 more | cancel    | OVER      | aside /responses/r1/cancel · hang up · block_end · measured · CANCELLED · rest
      """;

  private static final List<String> INPUTS =
      List.of(
          "connected",
          "200",
          "503",
          "page",
          "text",
          "last",
          "error",
          "comment",
          "megabyte",
          "end",
          "broke",
          "ring",
          "cancel",
          "oldSlice",
          "oldRing",
          "pause",
          "resume");
  private static final List<String> KEPT_INPUTS =
      List.of(
          "connected",
          "200",
          "503",
          "page",
          "json",
          "more",
          "gap",
          "last",
          "end",
          "broke",
          "ring",
          "cancel",
          "oldSlice");

  @Test
  void everyInputInEveryStateDoesWhatTheTableSaysAndNothingElse() {
    List<String> paths =
        List.of(
            "",
            "503",
            "200",
            "200 text",
            "200 settling",
            "503 end",
            "200 text last",
            "200 text last end");
    assertThat(seen(paths, INPUTS, () -> VirtualCall.chat(VirtualCall.OPTIONS)))
        .isEqualTo(written(TABLE));
  }

  @Test
  void aResponseThatItsProviderKeepsIsResumed() {
    List<String> paths =
        List.of(
            "200 text",
            "200 text broke",
            "200 text broke ring",
            "200 text broke ring 200",
            "200 text broke ring 503",
            "200 text broke ring 200 more",
            "200 text broke ring 200 more broke");
    assertThat(seen(paths, KEPT_INPUTS, () -> VirtualCall.kept(VirtualCall.OPTIONS)))
        .isEqualTo(written(KEPT));
  }

  @Test
  void aCallBeginsWithItsFirstTry() {
    var call = VirtualCall.chat(VirtualCall.OPTIONS);
    assertThat(call.effects()).isEqualTo("try 1 · wake 120 s · send POST");
    assertThat(call.state()).isEqualTo(CallMachine.State.WAITING);
  }

  @Test
  void aRequestIsForgottenWhenItCanBeSentNoMore() {
    var call = VirtualCall.chat(VirtualCall.OPTIONS).then("connected 200");
    assertThat(call.keepsRequest()).isTrue();
    assertThat(call.then("text").keepsRequest()).isFalse();
  }

  @Test
  void aRequestWhoseResponseCanBeResumedIsKept() {
    var call = VirtualCall.kept(VirtualCall.OPTIONS).then("connected 200 text more");
    assertThat(call.keepsRequest()).isTrue();
  }

  @Test
  void aRequestThatIsRefusedForWhatItMayDoWithoutIsSentWithoutIt() {
    var call = VirtualCall.withFallback().then("400");
    call.effects();
    assertThat(call.then("body end").effects())
        .isEqualTo(
            "refused · hang up · problem http_400, again in 0 s · try 1 · wake 120 s · send POST");
    assertThat(call.then("400 end").effects())
        .isEqualTo(
            "headers 400 · wake 20 s · refused · hang up · problem http_400 · response_start · fault · measured · FAILED (http_400) · rest");
  }

  /** What comes in the paths that do something, or lead elsewhere. */
  private static String seen(List<String> paths, List<String> inputs, Supplier<VirtualCall> begun) {
    Set<String> seen = new TreeSet<>();
    for (String path : paths) {
      for (String input : inputs) {
        VirtualCall call = begun.get().then(path);
        call.effects();
        CallMachine.State before = call.state();
        String effects = call.then(input).effects();
        if (!effects.isEmpty() || call.state() != before) {
          seen.add(String.join(" | ", path, input, call.state().name(), effects));
        }
      }
    }
    return String.join("\n", seen);
  }

  private static String written(String table) {
    Set<String> rows = new TreeSet<>();
    for (String line : table.lines().filter(row -> !row.isBlank()).toList()) {
      List<String> cells = new ArrayList<>();
      for (String cell : line.split("\\|", -1)) {
        cells.add(cell.strip());
      }
      rows.add(String.join(" | ", cells));
    }
    return String.join("\n", rows);
  }
}
