package dev.weir.terminal.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.terminal.ShownStream;
import dev.weir.terminal.StreamingView;
import dev.weir.terminal.ViewOptions;
import dev.weir.terminal.VirtualScreen;
import dev.weir.terminal.chat.SlashCommand.Choices;
import dev.weir.terminal.chat.SlashCommand.Reply.Asks;
import dev.weir.terminal.chat.SlashCommand.Reply.Said;
import dev.weir.terminal.screen.Palette;
import dev.weir.testkit.EventScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ChatLoopTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final char CTRL_C = 3;
  private static final char CTRL_D = 4;

  private final VirtualScreen screen = new VirtualScreen(80, 24);
  private final Echo partner = new Echo();
  private final Thread chatting =
      Thread.ofPlatform()
          .daemon()
          .unstarted(() -> {
            try {
              ViewOptions options = ViewOptions.defaults().withPalette(Palette.NONE);
              new ChatLoop(screen.terminal(), options, partner, /* history= */ null).run();
            } catch (InterruptedException stopped) {
              Thread.currentThread().interrupt();
            }
          });

  @AfterEach
  void hangUp() throws IOException {
    screen.terminal().close();
  }

  @Test
  void aQuestionIsAnsweredInPanelsAndTheOldQuestionComesBackWithTheArrow() throws Exception {
    begin();
    type("hello\r");
    awaitRow(row -> row.equals("You said: hello"));
    awaitPrompt(1);
    type("\033OA\r");
    awaitPrompt(2);

    assertThat(partner.prompts).containsExactly("hello", "hello");
    type(String.valueOf(CTRL_D));
    chatting.join();
  }

  @Test
  void aQuestionMayHaveSeveralLines() throws Exception {
    begin();
    type("one\\\rtwo");
    type("\033\r");
    type("three\r");
    awaitPrompt(1);

    assertThat(partner.prompts).containsExactly("one\ntwo\nthree");
  }

  @Test
  void commandsGoToTheAnswererAndAreConfirmed() throws Exception {
    begin();
    type("/model big\r");
    awaitRow(row -> row.equals("model big"));
    type("/save\r");
    awaitRow(row -> row.equals("Which one? /save FILE"));
    type("/provider nobody\r");
    awaitRow(row -> row.equals("There is no provider nobody"));
    type("/nonsense\r");
    awaitRow(row -> row.startsWith("There is no /nonsense"));
    type("/help\r");
    awaitRow(row -> row.startsWith("/provider NAME"));
    type("/quit\r");
    chatting.join();

    assertThat(partner.prompts).isEmpty();
  }

  @Test
  void aCommandMayAsk() throws Exception {
    begin();
    type("hello\r");
    awaitPrompt(1);
    type("/again\r");
    awaitPrompt(2);

    assertThat(partner.prompts).containsExactly("hello", "hello");
  }

  @Test
  void anEmptyLineAsksNobody() throws Exception {
    begin();
    type("   \r");
    awaitPrompt(1);

    assertThat(partner.prompts).isEmpty();
  }

  @Test
  void commandsAndWhatFollowsThemAreCompleted() throws Exception {
    begin();
    type("/prov\t");
    awaitRow(row -> row.equals("› /provider"));
    type("x\r");
    awaitRow(row -> row.equals("There is no provider x"));
    type("/model b\t\r");
    awaitRow(row -> row.equals("model big"));
  }

  @Test
  void namesOfFilesAreCompletedInCommandsAndQuestions(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("notes-of-today.txt"), "x");
    begin();
    type("/save " + folder + "/notes\t\r");
    awaitRow(row -> row.replace(" ", "").contains("notes-of-today.txt"));
    awaitPrompt(1);
    type("see @" + folder + "/no\t\r");
    awaitPrompt(2);

    assertThat(partner.prompts).containsExactly("see @" + file);
  }

  @Test
  void anInterruptCancelsTheAnswerAndOneMoreLeaves() throws Exception {
    begin();
    type("wait\r");
    partner.waiting.await();
    type(String.valueOf(CTRL_C));
    awaitRow(row -> row.contains("CANCELLED"));
    awaitPrompt(1);
    type(String.valueOf(CTRL_C));
    chatting.join();

    assertThat(screen.all()).contains("● answer · interrupted", "Thinking about it");
  }

  @Test
  void anInterruptDropsTheLineThatIsTyped() throws Exception {
    begin();
    type("never mind" + CTRL_C);
    awaitPrompt(1);
    type(String.valueOf(CTRL_C));
    awaitRow(row -> row.equals("Ctrl-C again leaves."));
    // Between two prompts nobody waits for it.
    awaitPrompt(2);
    type(String.valueOf(CTRL_C));
    chatting.join();

    assertThat(partner.prompts).isEmpty();
  }

  private void begin() throws InterruptedException {
    chatting.start();
    awaitPrompt(0);
  }

  private void type(String keys) throws IOException {
    screen.terminal().processInputBytes(keys.getBytes(UTF_8));
  }

  /** Waits until the prompt stands on the last row, with so many prompts above it. */
  private void awaitPrompt(int above) throws InterruptedException {
    await(rows -> {
      long prompts = rows.stream().filter(row -> row.startsWith("›")).count();
      return prompts > above && !rows.isEmpty() && rows.getLast().equals("›");
    });
  }

  private void awaitRow(Predicate<String> row) throws InterruptedException {
    await(rows -> rows.stream().anyMatch(row));
  }

  private void await(Predicate<List<String>> rows) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!rows.test(screen.all())) {
      assertThat(System.nanoTime() < end).as(String.join("\n", screen.all())).isTrue();
      Thread.sleep(20);
    }
  }

  /** Says what it was asked; "wait" keeps it busy until it is cancelled. */
  private static final class Echo implements Answerer {
    private final List<String> prompts = new CopyOnWriteArrayList<>();
    private final CountDownLatch waiting = new CountDownLatch(1);

    @Override
    public boolean isSeveral() {
      return false;
    }

    @Override
    public Answer ask(String prompt, StreamingView view) {
      ShownStream stream = view.stream("echo", null);
      prompts.add(prompt);
      if (!prompt.equals("wait")) {
        EventScript.response()
            .text("You said: " + prompt)
            .end(Verdict.COMPLETE, "stop")
            .forEach(stream::accept);
        return answer(() -> {}, new CountDownLatch(0));
      }
      EventScript script = EventScript.response();
      List<StreamEvent> cut =
          script
              .block(EventScript.Block.of(dev.weir.event.BlockKind.TEXT).cut(), "Thinking about it")
              .end(Verdict.CANCELLED, null);
      cut.subList(0, 3).forEach(stream::accept);
      var done = new CountDownLatch(1);
      waiting.countDown();
      return answer(
          () -> {
            cut.subList(3, cut.size()).forEach(stream::accept);
            done.countDown();
          },
          done);
    }

    private static Answer answer(Runnable cancel, CountDownLatch done) {
      return new Answer() {
        @Override
        public void await() throws InterruptedException {
          done.await();
        }

        @Override
        public void cancel() {
          cancel.run();
        }
      };
    }

    @Override
    public List<SlashCommand> commands() {
      return List.of(
          new SlashCommand(
              "/model",
              "NAME",
              true,
              "let another model answer",
              name -> new Said("model " + name),
              begun -> List.of("big", "small")),
          new SlashCommand(
              "/models", "", false, "list them", none -> new Said("big\nsmall"), Choices.NONE),
          new SlashCommand(
              "/again",
              "",
              false,
              "ask the last question again",
              none -> new Asks(prompts.getLast()),
              Choices.NONE),
          new SlashCommand(
              "/provider",
              "NAME",
              true,
              "ask another provider",
              name -> {
                throw new IllegalArgumentException("There is no provider " + name);
              },
              Choices.NONE),
          new SlashCommand(
              "/save",
              "FILE",
              true,
              "write what was said",
              file -> new Said("saved to " + file),
              Choices.FILES));
    }
  }
}
