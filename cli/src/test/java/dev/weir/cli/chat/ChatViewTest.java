package dev.weir.cli.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.testkit.Cases;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ChatViewTest {

  @Test
  void partsOfTheThinkingStandApartOnATerminal() {
    String shown = shown(Dialects.OPENAI_RESPONSES, "r-two-parts.sse", /* isTerminal= */ true);

    assertThat(shown.replaceAll("\u001b\\[\\dm", ""))
        .isEqualTo(
            """
            **Comparing files**

            I look at both.

            **Writing the answer**

            Then I write.

            **Second item**

            More thought.
            The final answer.
            """);
  }

  @Test
  void aCallWhoseArgumentsAreDamagedIsShownAsSuch() {
    assertThat(shown(Dialects.GEMINI, "gt1.sse", /* isTerminal= */ false))
        .isEqualTo("[weather {\"city\":\"js\",\"units\":\"metric\"} did not arrive whole]\n");
    assertThat(shown(Dialects.GEMINI, "gw1.sse", /* isTerminal= */ false))
        .isEqualTo("[weather {\"city\":\"json\"}]\n");
  }

  private static String shown(Dialect dialect, String name, boolean isTerminal) {
    var out = new ByteArrayOutputStream();
    var stream = new PrintStream(out, /* autoFlush= */ true, UTF_8);
    ChatView view = ChatView.plain(stream, isTerminal, text -> text);
    var decoder = new StreamDecoder(dialect);
    decoder.feed(Cases.bytes(name), view::event);
    decoder.end(view::event);
    return out.toString(UTF_8);
  }
}
