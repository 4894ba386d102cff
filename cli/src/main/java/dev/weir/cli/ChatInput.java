package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What comes on standard input for a question: it is added to the prompt, or is the question. */
final class ChatInput {
  private static final int MAX_BYTES = 16 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Console console;

  ChatInput(Console console) {
    this.console = console;
  }

  /** The prompt, and below it what standard input holds, if that is not a terminal. */
  String joined(@Nullable String prompt) throws IOException {
    String words = prompt == null ? "" : prompt;
    if (console.inIsTerminal()) {
      return words;
    }
    String input = all(prompt != null);
    return input.isBlank() ? words : words.isBlank() ? input : words + "\n\n" + input;
  }

  private String all(boolean hasPrompt) throws IOException {
    var whole = new CountDownLatch(1);
    if (hasPrompt) {
      Thread.ofVirtual().start(() -> explain(whole));
    }
    try {
      byte[] bytes = console.in().readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new CallException(
            "Standard input holds more than %,d bytes, too much for a question"
                .formatted(MAX_BYTES));
      }
      String text = new String(bytes, UTF_8);
      if (text.indexOf('\0') >= 0) {
        throw new CallException(
            "Standard input is not text; @FILE in the PROMPT attaches a picture");
      }
      return text;
    } finally {
      whole.countDown();
    }
  }

  /** Somebody who gave a prompt may not know that we wait for more. */
  private void explain(CountDownLatch whole) {
    try {
      if (!whole.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        console.say("waiting for the end of standard input; < /dev/null asks without it");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
