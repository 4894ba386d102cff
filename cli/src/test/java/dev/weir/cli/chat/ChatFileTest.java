package dev.weir.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Content;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.StreamEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChatFileTest {
  private static final String ANSWER =
      """
      event: message_start
      data: {"type":"message_start","message":{"id":"m1","model":"claude","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}

      event: content_block_start
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

      event: content_block_delta
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}}

      event: content_block_delta
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2lnbmVk"}}

      event: content_block_stop
      data: {"type":"content_block_stop","index":0}

      event: content_block_start
      data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

      event: content_block_delta
      data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"## You\\nare kind"}}

      event: content_block_stop
      data: {"type":"content_block_stop","index":1}

      event: message_delta
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}

      event: message_stop
      data: {"type":"message_stop"}

      """;

  @TempDir Path folder = Path.of("");

  private static Talk talk() {
    List<StreamEvent> events = new ArrayList<>();
    var decoder = new StreamDecoder(Dialects.ANTHROPIC);
    decoder.feed(ANSWER.getBytes(java.nio.charset.StandardCharsets.UTF_8), events::add);
    decoder.end(events::add);
    var talk = new Talk();
    talk.add(new Talk.Turn(Question.of("Am I?"), "claude-test", "anthropic", events));
    var shown =
        new Question(
            "See @p",
            List.of(
                Content.image("image/png", "aGk="),
                Content.file("d.pdf", "application/pdf", "aGk="),
                new Content.Text("See p")));
    talk.add(new Talk.Turn(shown, "claude-test", "anthropic", events));
    return talk;
  }

  @Test
  void whatIsSavedIsLoadedWithEverySignatureInItsPlace() {
    Path file = folder.resolve("talk");
    ChatFile.save(file, "Be kind.", talk());

    ChatFile.Loaded loaded = ChatFile.load(file);

    assertThat(loaded.system()).isEqualTo("Be kind.");
    assertThat(loaded.talk().turns()).isEqualTo(talk().turns());
    assertThat(loaded.talk().messages(null, List.of()).toString())
        .isEqualTo(talk().messages(null, List.of()).toString())
        .contains("c2lnbmVk");
  }

  @Test
  void markdownIsForReading() throws IOException {
    Path file = folder.resolve("talk.md");
    ChatFile.save(file, "Be kind.", talk());

    assertThat(Files.readString(file))
        .startsWith(
            "## Instruction\n\nBe kind.\n\n## You\n\nAm I?\n\n## claude\n\n## You\nare kind\n\n");
    assertThatThrownBy(() -> ChatFile.load(file)).message().contains("is for reading");
  }

  @Test
  void whatIsNotAChatIsRefusedInWords() throws IOException {
    Path other = Files.writeString(folder.resolve("x"), "{\"a\":1}\n");
    Path newer = Files.writeString(folder.resolve("y"), "{\"weir\":\"chat\",\"version\":2}\n");
    Path broken =
        Files.writeString(
            folder.resolve("z"), "{\"weir\":\"chat\",\"version\":1}\n{\"you\":\"hi\"}\noops\n");

    assertThatThrownBy(() -> ChatFile.load(other))
        .message()
        .contains("is not a saved chat; line 1");
    assertThatThrownBy(() -> ChatFile.load(newer)).message().contains("it is version 2");
    assertThatThrownBy(() -> ChatFile.load(broken)).message().contains("line 3: not JSON");
    assertThatThrownBy(() -> ChatFile.load(folder.resolve("none")))
        .hasMessageStartingWith("No such");
  }

  @Test
  void aFileIsNeverOverwritten() {
    Path file = folder.resolve("talk");
    ChatFile.save(file, null, talk());

    assertThatThrownBy(() -> ChatFile.save(file, null, talk()))
        .message()
        .endsWith("name another file");
  }
}
