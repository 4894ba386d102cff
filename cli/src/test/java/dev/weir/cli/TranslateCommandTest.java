package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests and streams in another dialect, from the command line. */
class TranslateCommandTest {
  private static final String ASKED =
      """
      {"model":"claude-x","max_tokens":50,"top_k":3,"system":"Be brief.",
       "messages":[{"role":"user","content":"Hello"}]}
      """;

  private static final String ANSWER =
      """
      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"Hello,"}}]}

      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":" you"},"finish_reason":"stop"}]}

      data: [DONE]

      """;

  @TempDir Path folder = Path.of("");

  private record Run(int code, String out, String err) {}

  @Test
  void aRequestIsOneLineWithWhatWasLost() throws IOException {
    String file = write("a.json", ASKED);

    Run run = run("", "translate", "--from", "anthropic", "--to", "openai-chat", file);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .startsWith("{\"file\":\"%s\",\"request\":{".formatted(file))
        .contains("{\"role\":\"system\",\"content\":\"Be brief.\"}", "\"model\":\"claude-x\"")
        .contains("\"lost\":[{\"field\":\"top_k\",\"why\":")
        .hasLineCount(1);
  }

  @Test
  void nothingLostIsExitCodeZero() {
    String asked =
        """
        {"model":"m","messages":[{"role":"user","content":"Hello"}]}
        """;

    Run run = run(asked, "translate", "--from", "openai-chat", "--to", "ollama", "-");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("\"lost\":[]");
  }

  @Test
  void inItsOwnDialectARequestStaysAsItIs() {
    String asked =
        """
        {"messages":[{"role":"user","content":"Hello"}],"model":"m","new_field":{"a":1}}
        """;

    Run run = run(asked, "translate", "--from", "openai-chat", "--to", "openai-chat", "-");

    assertThat(run)
        .isEqualTo(
            new Run(
                0, "{\"file\":\"-\",\"request\":%s,\"lost\":[]}\n".formatted(asked.strip()), ""));
  }

  @Test
  void theModelCanBeNamedAnew() {
    String asked =
        """
        {"contents":[{"role":"user","parts":[{"text":"Hello"}]}]}
        """;

    Run run =
        run(asked, "translate", "--from", "gemini", "--to", "ollama", "--model", "qwen3", "-");

    assertThat(run.out()).contains("\"model\":\"qwen3\"");
  }

  @Test
  void whatIsNotARequestOfTheDialectIsExitCodeTwoWithTheReasonAndTheOthersAreTranslated()
      throws IOException {
    String wrong =
        write("wrong.json", "{\"model\":\"m\",\"messages\":[{\"role\":\"king\",\"content\":1}]}");
    String good = write("good.json", ASKED);

    Run run = run("", "translate", "--from", "anthropic", "--to", "ollama", wrong, good);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("weir: %s is not a request of anthropic: messages[0]".formatted(wrong));
    assertThat(run.out()).hasLineCount(1).contains("good.json");
  }

  @Test
  void aStreamIsWrittenAsAProviderOfTheOtherDialectWouldSendIt() throws IOException {
    String file = write("a.sse", ANSWER);

    Run run = run("", "translate", "--from", "openai-chat", "--to", "anthropic", file);
    Run again = run(run.out(), "decode", "--to", "text", "--dialect", "anthropic", "-");

    assertThat(run.out()).startsWith("event: message_start\n").endsWith("\n\n");
    assertThat(again).isEqualTo(new Run(0, "Hello, you\n", ""));
  }

  @Test
  void anUnknownDialectIsNamedWithThoseThatThereAre() {
    Run run = run("{}", "translate", "--from", "chat", "--to", "anthropic", "-");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("Unknown dialect \"chat\"; expected one of openai-responses");
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static Run run(String in, String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var console =
        new Console(
            new ByteArrayInputStream(in.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            Map.of(),
            /* outIsTerminal= */ false,
            /* errIsTerminal= */ false,
            /* inIsTerminal= */ false);
    int code = Main.run(args, console);
    return new Run(code, out.toString(UTF_8), err.toString(UTF_8));
  }
}
