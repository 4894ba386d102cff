package dev.weir.codec.request;

import dev.weir.event.Response;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a conversation. Its origin, where it was read from a body, is that of the message
 * without its content, whose parts have an origin each.
 */
public sealed interface Message {

  /** Where it was read, and what stood there; absent if it was not read. */
  @Nullable Origin origin();

  /**
   * What the model is told by those above the user. It comes before the conversation or anywhere in
   * it.
   */
  record Instruction(List<Content> contents, Rank rank, @Nullable Origin origin)
      implements Message {
    public Instruction {
      contents = List.copyOf(contents);
    }

    public Instruction(String text) {
      this(List.of(new Content.Text(text)), Rank.SYSTEM, null);
    }

    /** All that is said, a paragraph for each part. */
    public String text() {
      return Message.text(contents, "\n\n");
    }
  }

  /** Who tells the model what to do. */
  enum Rank {
    SYSTEM,
    DEVELOPER
  }

  /** What the user says and shows. */
  record User(List<Content> contents, @Nullable Origin origin) implements Message {
    public User {
      contents = List.copyOf(contents);
    }

    public User(List<Content> contents) {
      this(contents, null);
    }
  }

  /** What a model answered, of which only the text is known. */
  record Assistant(String text, @Nullable Origin origin) implements Message {
    public Assistant(String text) {
      this(text, null);
    }
  }

  /**
   * What a model answered, as Weir assembled it. In the same dialect it goes back with every id,
   * signature and encrypted part in its place; in another, only what that dialect can carry goes
   * back.
   *
   * @param dialect the word of the dialect it came in; absent if it came from no dialect in which
   *     it can go back, such as a tool loop of our own
   * @param provider who gave it, where another may be asked next
   */
  record Earlier(
      Response response,
      @Nullable String dialect,
      @Nullable Origin origin,
      @Nullable String provider)
      implements Message {
    public Earlier(Response response, @Nullable String dialect, @Nullable Origin origin) {
      this(response, dialect, origin, null);
    }

    public Earlier(Response response, @Nullable String dialect) {
      this(response, dialect, null);
    }

    /** The same, given by that provider. */
    public Earlier from(String giver) {
      return new Earlier(response, dialect, origin, giver);
    }
  }

  /** The same for a provider, which does not get what another has sealed. */
  default Message forProvider(String name) {
    return this instanceof Earlier earlier
            && earlier.provider() != null
            && !earlier.provider().equals(name)
        ? new Earlier(earlier.response(), null)
        : this;
  }

  /** What the tools called by the answer before returned. */
  record ToolOutputs(List<ToolOutput> outputs, @Nullable Origin origin) implements Message {
    public ToolOutputs {
      outputs = List.copyOf(outputs);
    }

    public ToolOutputs(List<ToolOutput> outputs) {
      this(outputs, null);
    }
  }

  /**
   * What one tool returned.
   *
   * @param callId the id of the call, as the model sent it; absent where the dialect has none
   * @param isError whether the tool failed, so that the model can do better
   */
  record ToolOutput(
      @Nullable String callId,
      String toolName,
      List<Content> contents,
      boolean isError,
      Note note) {
    public ToolOutput {
      contents = List.copyOf(contents);
    }

    public ToolOutput(@Nullable String callId, String toolName, String text, boolean isError) {
      this(callId, toolName, List.of(new Content.Text(text)), isError, Note.NONE);
    }

    /** What it returned as text; values as JSON, attachments left out. */
    public String text() {
      return Message.text(contents, "");
    }
  }

  /**
   * A call that a model made, as other libraries keep it.
   *
   * @param id absent where the dialect has none
   * @param arguments as JSON; empty for none
   */
  record Call(@Nullable String id, String toolName, String arguments) {}

  /** What a model answered, if only its text and calls are known. */
  static Earlier assistant(@Nullable String text, List<Call> calls) {
    return new Earlier(ShownAnswer.of(text, calls), null);
  }

  /** What a user says and shows. */
  static Message user(Content... contents) {
    return new User(List.of(contents));
  }

  /** What a user says, as text. */
  static Message user(String text) {
    return new User(List.of(new Content.Text(text)));
  }

  private static String text(List<Content> contents, String between) {
    return contents.stream()
        .map(content ->
            switch (content) {
              case Content.Text text -> text.text();
              case Content.Value value -> value.json().toText();
              case Content.Other other -> other.json().toText();
              case Content.Attachment shown -> "";
            })
        .collect(Collectors.joining(between));
  }
}
