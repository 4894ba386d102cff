package dev.weir.cli;

import static dev.weir.cli.ChatRecording.LATER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a real terminal shows of a stream that comes: in 80×24, then resized to 120×40, and when it
 * has ended.
 */
@Timeout(400)
class TmuxScenesTest {
  private static final String KEYS = "×1 (+-) · space pause · s step · q quit";

  @TempDir Path folder = Path.of("");

  @BeforeAll
  static void needsTmux() {
    assumeTrue(Tmux.isThere(), "tmux is not installed: apt-get install tmux runs these tests too");
  }

  @Test
  void twoMessages() throws Exception {
    var recording =
        new ChatRecording()
            .delta(0, "'content':'The first '")
            .delta(1, "'content':'The second '")
            .delta(0, "'content':'message.'")
            .delta(1, "'content':'message, which is a little longer than a row.'")
            .at(LATER)
            .finish(0, "stop")
            .finish(1, "stop");
    compare(
        recording,
        """
        ● answer
        │ The first message.
        ● answer
        │ The second message, which is a little
        │ longer than a row.
        """,
        """
        ● answer
        The first message.

        ● answer
        The second message, which is a little longer than a row.

        first text T · T · COMPLETE

        exit=0\
        """);
  }

  @Test
  void severalReasoningItems() throws Exception {
    var recording =
        new ChatRecording()
            .delta(0, "'reasoning':'Let me compare the two rivers.'")
            .delta(1, "'reasoning':'Then the mouths.'")
            .delta(2, "'content':'The **Rhine** is longer.'")
            .at(LATER)
            .finish(0, "stop")
            .finish(1, "stop")
            .finish(2, "stop");
    // Each is an answer of its own: the first still thinks while the third speaks.
    compare(
        " · Compare …",
        recording,
        """
        ◆ thinking · T
        │ Let me compare the two rivers.
        ◆ thinking · T
        │ Then the mouths.
        ● answer
        │ The Rhine is longer.
        """,
        """
        ◆ thinking · 2 items · T
        Let me compare the two rivers.

        Then the mouths.

        ● answer
        The Rhine is longer.

        first text T · T · COMPLETE

        exit=0\
        """);
  }

  @Test
  void parallelToolCallsAfterThinkingAndText() throws Exception {
    var recording =
        new ChatRecording()
            .delta(0, "'reasoning':'Let me look at both gauges.'")
            .delta(0, "'content':'I will ask.'")
            .call(0, 0, "gauge", "{\\'river\\':")
            .call(0, 1, "gauge", "{\\'river\\':")
            .call(0, 0, null, "\\'Rhine\\'}")
            .call(0, 1, null, "\\'Elbe\\'}")
            .at(LATER)
            .finish(0, "tool_calls");
    compare(
        recording,
        """
        ◆ thinking · T
        │ Let me look at both gauges.
        ● answer
        │ I will ask.
        ▶ call gauge
        │ {"river":"Rhine"}
        ▶ call gauge
        │ {"river":"Elbe"}
        """,
        """
        ◆ thinking · T
        Let me look at both gauges.

        ● answer
        I will ask.

        ▶ call gauge
        {"river":"Rhine"}

        ▶ call gauge
        {"river":"Elbe"}

        first text T · T · TOOL_CALLS

        exit=0\
        """);
  }

  @Test
  void aRefusal() throws Exception {
    var recording =
        new ChatRecording()
            .delta(0, "'refusal':'I cannot '")
            .delta(0, "'refusal':'help with that.'")
            .at(LATER)
            .finish(0, "stop");
    compare(
        recording,
        """
        ■ refusal
        │ I cannot help with that.
        """,
        """
        ■ refusal
        I cannot help with that.

        first text T · T · REFUSED

        exit=0\
        """);
  }

  @Test
  void aFailureMidStream() throws Exception {
    var recording =
        new ChatRecording()
            .delta(0, "'content':'It began well'")
            .delta(0, "'content':', but'")
            .at(LATER)
            .chunk("{'error':{'code':529,'message':'The engine is overloaded'}}");
    compare(
        recording,
        """
        ● answer
        │ It began well, but
        """,
        """
        ● answer · interrupted
        It began well, but

        ✗ [529] The engine is overloaded
        first text T · T · FAILED

        exit=1\
        """);
  }

  private void compare(ChatRecording recording, String live, String finished) throws Exception {
    compare(/* status= */ "", recording, live, finished);
  }

  private void compare(String status, ChatRecording recording, String live, String finished)
      throws Exception {
    String whole = "$ weir\nopenai-chat · m · T" + status + "\n" + live + "first text T\n" + KEYS;
    try (var tmux = new Tmux(80, 24, replay(recording))) {
      tmux.await(screen -> screen.equals(whole));
      tmux.resize(120, 40);
      tmux.await(screen -> screen.equals(whole));
      tmux.stepToTheEnd();
      assertThat(tmux.all()).isEqualTo("$ weir\nopenai-chat · m\n" + finished);
    }
  }

  private List<String> replay(ChatRecording recording) throws IOException {
    return List.of("replay", "--to", "panels", recording.in(folder) + "");
  }
}
