package dev.weir.codec.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseEncoderTest {

  @Test
  void aFrameIsItsFieldsAndABlankLine() {
    var frame = new Frame("message_stop", "7", Bytes.of("{\"type\":\"message_stop\"}"));
    assertThat(text(SseEncoder.lf(), frame))
        .isEqualTo("event: message_stop\nid: 7\ndata: {\"type\":\"message_stop\"}\n\n");
  }

  @Test
  void fieldsThatAreEmptyAreLeftOut() {
    assertThat(text(SseEncoder.lf(), Frame.data("[DONE]"))).isEqualTo("data: [DONE]\n\n");
  }

  @Test
  void googleEndsItsLinesWithBoth() {
    assertThat(text(SseEncoder.crlf(), Frame.data("{}"))).isEqualTo("data: {}\r\n\r\n");
  }

  @Test
  void whatIsWrittenIsReadBack() {
    var frame = new Frame("a.b_c-D9", "12", Bytes.of("{\"text\":\"«grüß» \uD83C\uDF1E\"}"));
    for (SseEncoder encoder : List.of(SseEncoder.lf(), SseEncoder.crlf())) {
      List<Frame> read = new ArrayList<>();
      SseDecoder.strict(1 << 16).feed(encoder.encode(frame), read::add);
      assertThat(read).containsExactly(frame);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\rb", "a b", "a:b", "ä", "a\u0000", "a\u2028b"})
  void aNameThatCouldEndItsLineIsRefused(String name) {
    assertThatThrownBy(() -> SseEncoder.lf().encode(new Frame(name, "", Bytes.of("{}"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("event of an SSE frame")
        .hasMessageContaining("use only");
    assertThatThrownBy(() -> SseEncoder.lf().encode(new Frame("", name, Bytes.of("{}"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("id of an SSE frame");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\n}", "{}\r", "\ndata: {}"})
  void dataOfSeveralLinesIsRefused(String data) {
    assertThatThrownBy(() -> SseEncoder.lf().encode(Frame.data(data)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line break");
  }

  private static String text(SseEncoder encoder, Frame frame) {
    return new String(encoder.encode(frame), UTF_8);
  }
}
