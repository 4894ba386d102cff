package dev.weir.terminal.chat;

import java.nio.file.Path;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.Completer;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/** Reads what a person types: several lines, with a history. */
final class ChatPrompt {
  private static final String PROMPT = "› ";
  private static final String CONTINUED = "… ";
  private static final String NEW_LINE_WIDGET = "weir-new-line";

  private final LineReader reader;

  /** What reading a line brought. */
  sealed interface Input {
    record Typed(String text) implements Input {}

    /** Ctrl-C; the line that was begun is dropped. */
    record Interrupted(boolean wasEmpty) implements Input {}

    /** Ctrl-D, or there is no more input. */
    record Ended() implements Input {}
  }

  /**
   * @param history where typed lines are kept between chats; they are forgotten if absent
   */
  ChatPrompt(Terminal terminal, @Nullable Path history, Completer completer) {
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("weir")
            .completer(completer)
            .parser(new DefaultParser().quoteChars(new char[0]).eofOnEscapedNewLine(true))
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUED)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true);
    reader = (history == null ? builder : withHistory(builder, history)).build();
    reader.getWidgets().put(NEW_LINE_WIDGET, this::newLine);
    KeyMap<Binding> keys = reader.getKeyMaps().get(LineReader.MAIN);
    if (keys != null) {
      keys.bind(new Reference(NEW_LINE_WIDGET), KeyMap.alt('\r'), KeyMap.alt('\n'));
    }
  }

  private boolean newLine() {
    reader.getBuffer().write('\n');
    return true;
  }

  private static LineReaderBuilder withHistory(LineReaderBuilder builder, Path history) {
    return builder.variable(LineReader.HISTORY_FILE, history);
  }

  /** Puts back keys that were read elsewhere. */
  void typedAhead(String keys) {
    reader.runMacro(keys);
  }

  Input read() {
    try {
      return new Input.Typed(reader.readLine(PROMPT).replace("\\\n", "\n").strip());
    } catch (UserInterruptException interrupted) {
      return new Input.Interrupted(String.valueOf(interrupted.getPartialLine()).isEmpty());
    } catch (EndOfFileException ended) {
      return new Input.Ended();
    }
  }
}
