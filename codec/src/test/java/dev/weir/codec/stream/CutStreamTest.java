package dev.weir.codec.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.event.GrammarChecker;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A stream that is cancelled keeps all that came, as one that ends too early does. */
class CutStreamTest {
  private static final String CALL_WITH_ITS_INPUT =
      """
      event: message_start
      data: {"type":"message_start","message":{"id":"msg_1","model":"m","content":[]}}

      event: content_block_start
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

      event: content_block_delta
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Look"}}

      event: content_block_stop
      data: {"type":"content_block_stop","index":0}

      event: content_block_start
      data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t1",\
      "name":"find","input":{"q":"weir"}}}

      event: message_delta
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":9}}

      event: message_stop
      data: {"type":"message_stop"}

      """;

  @Test
  void aCallThatCameWithItsWholeInputKeepsIt() {
    List<StreamEvent> events = cut(beforeTerminal(), Verdict.CANCELLED);

    assertThat(events)
        .filteredOn(e -> e instanceof StreamEvent.BlockEnd end && end.arguments() != null)
        .extracting(e -> ((StreamEvent.BlockEnd) e).arguments())
        .containsExactly("{\"q\":\"weir\"}");
    assertThat(events.getLast())
        .isEqualTo(new StreamEvent.ResponseEnd(Verdict.CANCELLED, "me", null));
  }

  @Test
  void cutAnywhereItEndsOnceWithThatVerdictAndOtherwiseAsIfTheBytesHadEnded() {
    byte[] bytes = beforeTerminal().getBytes(UTF_8);
    int firstFrame = beforeTerminal().indexOf("\n\n") + 2;

    for (int length = firstFrame; length <= bytes.length; length++) {
      // Bytes that end flush the last frame; a cancel does not.
      String whole = new String(bytes, 0, length, UTF_8);
      String frames = whole.substring(0, whole.lastIndexOf("\n\n") + 2);
      List<StreamEvent> cut = cut(whole, Verdict.STALLED);
      List<StreamEvent> ended = ended(frames);

      assertThat(cut.subList(0, cut.size() - 1)).isEqualTo(ended.subList(0, ended.size() - 1));
      assertThat(cut.getLast()).isEqualTo(new StreamEvent.ResponseEnd(Verdict.STALLED, "me", null));
      assertThat(GrammarChecker.check(cut)).isEmpty();
    }
  }

  @Test
  void afterTheTerminalTheProvidersVerdictStands() {
    assertThat(cut(CALL_WITH_ITS_INPUT, Verdict.CANCELLED)).isEqualTo(ended(CALL_WITH_ITS_INPUT));
  }

  private static String beforeTerminal() {
    return CALL_WITH_ITS_INPUT.substring(0, CALL_WITH_ITS_INPUT.indexOf("event: message_delta"));
  }

  private static List<StreamEvent> cut(String text, Verdict verdict) {
    List<StreamEvent> events = new ArrayList<>();
    var decoder = new StreamDecoder(Dialects.ANTHROPIC);
    decoder.feed(text.getBytes(UTF_8), events::add);
    decoder.cut(verdict, "me", events::add);
    return events;
  }

  private static List<StreamEvent> ended(String text) {
    List<StreamEvent> events = new ArrayList<>();
    var decoder = new StreamDecoder(Dialects.ANTHROPIC);
    decoder.feed(text.getBytes(UTF_8), events::add);
    decoder.end(events::add);
    return events;
  }
}
