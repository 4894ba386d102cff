package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testkit.Cases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecodeLifecycleTest {
  private static final String ANSWER =
      """
      data: {"id":"c1","model":"m","choices":[{"index":0,"delta":{"reasoning":"Hm.","content":"Hi"}}]}

      data: {"id":"c1","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      data: [DONE]

      """;
  private static final String SHOWN =
      """
      id: 1
      data: {"type":"thinking_start","phase":0,"timestamp":0}

      id: 2
      data: {"type":"thinking_delta","phase":0,"timestamp":0,"content":"Hm."}

      id: 3
      data: {"type":"thinking_end","phase":0,"timestamp":0,"duration":0,"duration_ms":0}

      id: 4
      data: {"type":"text_start","phase":0,"timestamp":0}

      id: 5
      data: {"type":"text_delta","phase":0,"timestamp":0,"content":"Hi"}

      id: 6
      data: {"type":"text_end","phase":0,"timestamp":0,"finish_reason":"stop"}

      id: 7
      data: {"type":"thinking_complete","phase":0,"timestamp":0,"duration":0,"duration_ms":0,"thinking":"Hm."}

      data: [DONE]

      """;

  private static final String EXACT =
      "**Comparing files**\\n\\nI look at both.**Writing the answer**\\n\\nThen I write.**Second item**\\n\\nMore thought.";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void partsAndItemsOfReasoningAreToldApartAndTheirExactTextStays(@TempDir Path folder) {
    String file = Cases.write("r-two-parts.sse", folder).toString();

    run("decode", "--to", "lifecycle", file);
    List<String> deltas =
        out.toString(UTF_8).lines().filter(line -> line.contains("\"thinking_delta\"")).toList();

    assertThat(deltas)
        .filteredOn(line -> line.contains("\"newPart\":true"))
        .extracting(line -> line.replaceAll(".*\"content\":\"(.*?)\".*", "$1"))
        .containsExactly("**Writing the answer**\\n\\n", "**Second item**\\n\\n");
    assertThat(
            deltas.stream()
                .map(line -> line.replaceAll(".*\"content\":\"(.*?)\".*", "$1"))
                .collect(Collectors.joining()))
        .isEqualTo(EXACT);
    assertThat(out.toString(UTF_8))
        .contains(
            "\"thinking\":\"**Comparing files**\\n\\nI look at both.\\n\\n**Writing the answer**"
                + "\\n\\nThen I write.\\n\\n**Second item**\\n\\nMore thought.\"");
  }

  @Test
  void aMessageHasTheExactReasoningAndItsParts(@TempDir Path folder) {
    String file = Cases.write("r-two-parts.sse", folder).toString();

    run("decode", "--to", "message", file);

    assertThat(out.toString(UTF_8))
        .contains("\"reasoning\":\"" + EXACT + "\"")
        .contains(
            "\"reasoningParts\":[\"**Comparing files**\\n\\nI look at both.\","
                + "\"**Writing the answer**\\n\\nThen I write.\","
                + "\"**Second item**\\n\\nMore thought.\"]");
  }

  @Test
  void everyFileIsNamedBeforeItsEvents(@TempDir Path folder) throws IOException {
    Path whole = Files.writeString(folder.resolve("whole.sse"), ANSWER);
    Path empty = Files.writeString(folder.resolve("empty.sse"), "");

    int code = run("decode", "--to", "lifecycle", "-d", "openai-chat", whole + "", empty + "");

    assertThat(code).isEqualTo(ExitCode.STREAM_BAD);
    assertThat(out.toString(UTF_8))
        .startsWith(": file " + whole + "\n" + SHOWN + ": file " + empty + "\nid: 1\n")
        .contains("\"code\":\"truncated\"")
        .endsWith("\n\ndata: [DONE]\n\n");
  }

  @Test
  void textIsFramedAsChatChunksOnRequest() {
    int code = run("decode", "--to", "lifecycle", "--openai-text", "-");

    assertThat(code).isEqualTo(ExitCode.FINE);
    assertThat(out.toString(UTF_8))
        .contains("data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\"")
        .doesNotContain("text_delta");
  }

  private int run(String... args) {
    InputStream in = new ByteArrayInputStream(ANSWER.getBytes(UTF_8));
    var print = new PrintStream(out, /* autoFlush= */ true, UTF_8);
    return Main.run(args, new Console(in, print, print));
  }
}
