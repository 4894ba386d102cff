package dev.weir.cli.chat;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Shows the events of an answer as they come. */
public interface ChatView {

  void event(StreamEvent event);

  /**
   * Every event as one line of JSON.
   *
   * @param provider who says it, where several do
   */
  static ChatView json(PrintStream out, @Nullable String provider) {
    return event -> {
      var json = new JsonText().beginObject();
      if (provider != null) {
        json.field("provider", provider);
      }
      EventJson.write(event, json);
      out.println(json.endObject());
      out.flush();
    };
  }

  /**
   * The text, and tool calls as lines of their own; thinking only where a person watches.
   *
   * @param safe takes out of the model's text what would control a terminal
   */
  static ChatView plain(PrintStream out, boolean isTerminal, UnaryOperator<String> safe) {
    return new Plain(out, isTerminal, safe);
  }

  /** Text as it comes. */
  final class Plain implements ChatView {
    private static final String DIM = "\033[2m";
    private static final String NORMAL = "\033[0m";

    private final PrintStream out;
    private final boolean isTerminal;
    private final UnaryOperator<String> safe;
    private final Map<Integer, StreamEvent.BlockStart> open = new HashMap<>();
    private boolean dim;
    private boolean lineOpen;

    private Plain(PrintStream out, boolean isTerminal, UnaryOperator<String> safe) {
      this.out = out;
      this.isTerminal = isTerminal;
      this.safe = safe;
    }

    @Override
    public void event(StreamEvent event) {
      switch (event) {
        case StreamEvent.BlockStart start -> open.put(start.block().block(), start);
        case StreamEvent.BlockDelta delta -> delta(delta);
        case StreamEvent.BlockEnd end -> end(end);
        case StreamEvent.ResponseEnd end -> {
          shade(false);
          freshLine();
        }
        case StreamEvent.ResponseStart e -> {}
        case StreamEvent.ResponseProgress e -> {}
        case StreamEvent.PassStart e -> {}
        case StreamEvent.PassEnd e -> {}
        case StreamEvent.Annotation e -> {}
        case StreamEvent.ToolProgress e -> {}
        case StreamEvent.UsageUpdate e -> {}
        case StreamEvent.SequenceGap e -> {}
        case StreamEvent.BlockRepair e -> {}
        case StreamEvent.UnrepairedGap e -> {}
        case StreamEvent.OutputEnd e -> {}
        case StreamEvent.Unrecognized e -> {}
        case StreamEvent.Fault e -> {}
      }
      out.flush();
    }

    private void delta(StreamEvent.BlockDelta delta) {
      StreamEvent.BlockStart start = open.get(delta.block().block());
      if (start == null) {
        return;
      }
      switch (start.kind()) {
        case TEXT, REFUSAL -> {
          shade(false);
          print(delta.text());
        }
        case REASONING -> {
          if (isTerminal) {
            shade(true);
            print(delta.text());
          }
        }
        case TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> {
          // A call is shown whole; the rest is not for reading.
        }
      }
    }

    private void end(StreamEvent.BlockEnd end) {
      StreamEvent.BlockStart start = open.remove(end.block().block());
      if (start == null) {
        return;
      }
      boolean isCall = start.kind() == BlockKind.TOOL_CALL || start.kind() == BlockKind.SERVER_TOOL;
      if (isCall) {
        shade(false);
        freshLine();
        String arguments = end.arguments() == null ? "" : end.arguments();
        out.println(
            "[%s %s]".formatted(safe.apply(String.valueOf(start.name())), safe.apply(arguments)));
      }
    }

    private void print(String text) {
      String shown = safe.apply(text);
      out.print(shown);
      lineOpen = !shown.endsWith("\n");
    }

    private void freshLine() {
      if (lineOpen) {
        out.println();
        lineOpen = false;
      }
    }

    private void shade(boolean wanted) {
      if (dim != wanted && isTerminal) {
        if (!wanted) {
          out.print(NORMAL);
          freshLine();
        } else {
          freshLine();
          out.print(DIM);
        }
        dim = wanted;
      }
    }
  }
}
