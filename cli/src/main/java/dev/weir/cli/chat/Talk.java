package dev.weir.cli.chat;

import dev.weir.codec.request.Content;
import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.ClientToolOutput;
import dev.weir.event.Pass;
import dev.weir.event.PassSplitter;
import dev.weir.event.StreamEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was asked and answered so far, oldest first. Belongs to one thread at a time. */
final class Talk {

  /**
   * One question and its answer.
   *
   * @param provider who answered
   * @param dialect the word of the dialect in which it was answered; empty if that was not one
   * @param events the whole answer, with all passes of its tools
   */
  record Turn(Question asked, String provider, String dialect, List<StreamEvent> events) {
    Turn {
      events = List.copyOf(events);
    }

    /** What it adds to the conversation: every pass with its reasoning, and the tools' results. */
    List<Message> messages() {
      List<Message> messages = new ArrayList<>();
      messages.add(new Message.User(asked.contents()));
      for (Pass pass : PassSplitter.split(events)) {
        List<ToolOutput> outputs = pass.outputs().stream().map(Turn::output).toList();
        String from = dialect.isEmpty() ? null : dialect;
        GoingBack.of(pass.response(), from, outputs).forEach(m -> messages.add(given(m)));
      }
      return messages;
    }

    /** What its provider has sealed is for nobody else. */
    private Message given(Message message) {
      return message instanceof Message.Earlier earlier && !provider.isEmpty()
          ? earlier.from(provider)
          : message;
    }

    private static ToolOutput output(ClientToolOutput output) {
      return new ToolOutput(output.callId(), output.toolName(), output.text(), !output.success());
    }
  }

  private final List<Turn> turns = new ArrayList<>();

  /** A copy of the talk, for somebody else to continue. */
  static Talk copyOf(Talk other) {
    var copy = new Talk();
    copy.turns.addAll(other.turns);
    return copy;
  }

  List<Turn> turns() {
    return List.copyOf(turns);
  }

  void add(Turn turn) {
    turns.add(turn);
  }

  /** Forgets the last turn; returns what was asked in it, or null if there was none. */
  @Nullable Question takeBack() {
    return turns.isEmpty() ? null : turns.removeLast().asked();
  }

  /** The conversation for the next request. */
  List<Message> messages(@Nullable String system, List<Content> asked) {
    List<Message> messages = new ArrayList<>();
    if (system != null) {
      messages.add(new Message.Instruction(system));
    }
    turns.forEach(turn -> messages.addAll(turn.messages()));
    messages.add(new Message.User(asked));
    return messages;
  }
}
