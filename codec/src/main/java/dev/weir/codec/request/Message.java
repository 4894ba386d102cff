package dev.weir.codec.request;

import dev.weir.event.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One entry of a conversation. */
public sealed interface Message {

  /** What the model is told before all else. */
  record Instruction(String text) implements Message {}

  /** What the user says and shows. */
  record User(List<Content> contents) implements Message {
    public User {
      contents = List.copyOf(contents);
    }
  }

  /** What a model answered, of which only the text is known. */
  record Assistant(String text) implements Message {}

  /**
   * What a model answered, as Weir assembled it. Asked in the same dialect, it goes back with every
   * id, signature and encrypted part in its place; in another, what that dialect can carry.
   *
   * @param dialect the word of the dialect it came in; absent if it came from none that goes back,
   *     such as a tool loop of our own
   */
  record Earlier(Response response, @Nullable String dialect) implements Message {}

  /** What the tools gave that the answer before had called. */
  record ToolOutputs(List<ToolOutput> outputs) implements Message {
    public ToolOutputs {
      outputs = List.copyOf(outputs);
    }
  }

  /**
   * What one tool gave.
   *
   * @param callId the id of the call, as the model sent it; absent where the dialect has none
   * @param isError whether the tool failed, so that the model can do better
   */
  record ToolOutput(@Nullable String callId, String toolName, String text, boolean isError) {}

  static Message user(String text) {
    return new User(List.of(new Content.Text(text)));
  }
}
