package dev.weir.cli.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.testkit.Cases;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ChatViewTest {

  @Test
  void partsOfTheThinkingStandApartOnATerminal() {
    var out = new ByteArrayOutputStream();
    ChatView view =
        ChatView.plain(
            new PrintStream(out, /* autoFlush= */ true, UTF_8),
            /* isTerminal= */ true,
            text -> text);
    var decoder = new StreamDecoder(Dialects.OPENAI_RESPONSES);
    decoder.feed(Cases.bytes("r-two-parts.sse"), view::event);
    decoder.end(view::event);

    assertThat(out.toString(UTF_8).replaceAll("\u001b\\[\\dm", ""))
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
}
