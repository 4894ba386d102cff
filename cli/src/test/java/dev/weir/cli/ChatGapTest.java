package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code chat} says and prints where events of an answer were lost, or it failed midway. */
class ChatGapTest {
  private static final String CREATED = "{'type':'response.created','response':{'id':'r'}}";
  private static final String STATUS = "{'type':'response.in_progress','response':{'id':'r'}}";
  private static final String WHOLE =
      "{'type':'message','id':'i','content':[{'type':'output_text','text':'One two three four'}]}";

  @TempDir Path folder;
  private HttpServer server;
  private final List<String> answers = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private int asked;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/responses",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          String answer = answers.get(Math.min(asked++, answers.size() - 1));
          exchange.getResponseBody().write(answer.getBytes(UTF_8));
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private static String delta(String text) {
    return "{'type':'response.output_text.delta','output_index':0,'content_index':0,'delta':'"
        + text
        + "'}";
  }

  private static String completed(String items) {
    return "{'type':'response.completed','response':{'id':'r','output':[" + items + "]}}";
  }

  /** Numbers the chunks and leaves one out. */
  private static String without(int lost, String... chunks) {
    StringBuilder sse = new StringBuilder();
    for (int i = 0; i < chunks.length; i++) {
      if (i != lost) {
        String chunk = chunks[i].substring(0, chunks[i].length() - 1);
        sse.append("data: ").append(chunk).append(",'sequence_number':%d}\n\n".formatted(i));
      }
    }
    return sse.toString().replace('\'', '"');
  }

  private static String spoken(int lost, String end) {
    return without(
        lost, CREATED, STATUS, delta("One "), delta("two "), delta("three "), delta("four"), end);
  }

  private int chat(String settings, boolean isTerminal, String... more) throws IOException {
    Path file = folder.resolve("weir.yaml");
    Files.writeString(
        file,
        """
        providers:
          local: {dialect: openai-responses, base-url: "http://127.0.0.1:%d/v1", model: m}
        %s
        """
            .formatted(server.getAddress().getPort(), settings));
    List<String> args = new ArrayList<>(List.of("chat", "--plain", "--config", file.toString()));
    args.addAll(List.of(more));
    args.add("Hi");
    return Main.run(
        args.toArray(String[]::new),
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            Map.of(),
            isTerminal,
            /* errIsTerminal= */ false));
  }

  private int chat(String... more) throws IOException {
    return chat("", /* isTerminal= */ false, more);
  }

  private String said() {
    return err.toString(UTF_8);
  }

  private String printed() {
    return out.toString(UTF_8).strip();
  }

  @Test
  void whatAFinalPayloadRepairsIsPrintedRightAndTold() throws IOException {
    answers.add(spoken(4, completed(WHOLE)));

    assertThat(chat()).isZero();
    assertThat(printed()).isEqualTo("One two three four");
    assertThat(said())
        .isEqualTo(
            "weir: chunks were lost on the way; the text is as the provider said it at its end\n");
  }

  @Test
  void whatNothingRepairsIsAWarningAndExitCodeOne() throws IOException {
    answers.add(spoken(4, completed("")));

    assertThat(chat()).isEqualTo(1);
    assertThat(printed()).isEqualTo("One two four");
    assertThat(said())
        .isEqualTo(
            "weir: warning: Expected sequence number 4, saw 5, and nothing that came later says"
                + " what was missing; the answer may lack something here, or be out of order\n");
  }

  @Test
  void onATerminalThePlaceIsMarked() throws IOException {
    answers.add(spoken(4, completed("")));

    assertThat(chat("", /* isTerminal= */ true)).isEqualTo(1);
    assertThat(printed()).isEqualTo("One two  ⚠ something is missing here ⚠ four");
  }

  @ParameterizedTest
  @ValueSource(strings = {"flag", "setting"})
  void onGapFailMakesItAFailure(String where) throws IOException {
    answers.add(spoken(4, completed("")));

    int code =
        where.equals("flag")
            ? chat("--on-gap", "fail")
            : chat("calls: {on-gap: fail}", /* isTerminal= */ false);

    assertThat(code).isEqualTo(1);
    assertThat(said()).contains("nothing that came later says").contains("ended with FAILED");
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void onGapFailDoesNotMindWhatIsRepaired() throws IOException {
    answers.add(spoken(4, completed(WHOLE)));

    assertThat(chat("--on-gap", "fail")).isZero();
    assertThat(printed()).isEqualTo("One two three four");
  }

  @Test
  void onGapRetryAsksAgainWhileNothingWasSeen() throws IOException {
    answers.add(spoken(1, completed("")));
    answers.add(spoken(-1, completed(WHOLE)));

    assertThat(chat("--on-gap", "retry")).isZero();
    assertThat(asked).isEqualTo(2);
    assertThat(printed()).isEqualTo("One two three four");
  }

  @Test
  void anotherWordForOnGapIsRefused() throws IOException {
    assertThat(chat("--on-gap", "hope")).isEqualTo(2);
    assertThat(said()).contains("--on-gap must be warn, retry or fail, saw \"hope\"");
  }

  @Test
  void anErrorInsideTheStreamIsSaidAfterTheTextThatCame() throws IOException {
    answers.add(
        without(
            -1,
            CREATED,
            delta("One "),
            "{'type':'error','code':'server_error','message':'The engine gave up'}"));

    assertThat(chat()).isEqualTo(1);
    assertThat(printed()).isEqualTo("One");
    assertThat(said())
        .isEqualTo(
            "weir: error: [server_error] The engine gave up\nweir: the answer ended with FAILED\n");
  }
}
