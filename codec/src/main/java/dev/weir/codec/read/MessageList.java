package dev.weir.codec.read;

import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.Origin;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a request as they are read, oldest first. Outputs that follow each other are one
 * message, unless they came in several; an output that does not name its tool belongs to the call
 * with its id.
 */
public final class MessageList {
  private final String dialect;
  private final List<Message> messages = new ArrayList<>();
  private final List<ToolOutput> outputs = new ArrayList<>();
  private final Map<String, String> callNames = new HashMap<>();

  /**
   * Begins without a message.
   *
   * @param dialect the word of the dialect in which the request is
   */
  public MessageList(String dialect) {
    this.dialect = dialect;
  }

  public void instruction(String text) {
    add(new Message.Instruction(text));
  }

  public void instruction(List<Content> contents, Message.Rank rank, @Nullable Origin origin) {
    add(new Message.Instruction(contents, rank, origin));
  }

  public void user(List<Content> contents) {
    user(contents, null);
  }

  public void user(List<Content> contents, @Nullable Origin origin) {
    add(new Message.User(contents, origin));
  }

  /** What a model said, if there is only text. */
  public void said(String text) {
    said(text, null);
  }

  public void said(String text, @Nullable Origin origin) {
    add(new Message.Assistant(text, origin));
  }

  /** What a model answered, with everything it was made of. */
  public void answer(Response response) {
    answer(response, null);
  }

  public void answer(Response response, @Nullable Origin origin) {
    for (Block call : response.blocks(BlockKind.TOOL_CALL)) {
      String id = call.id();
      String name = call.name();
      if (id != null && name != null) {
        callNames.put(id, name);
      }
    }
    add(new Message.Earlier(response, dialect, origin));
  }

  public void output(
      @Nullable String callId, @Nullable String toolName, String text, boolean isError) {
    output(callId, toolName, List.of(new Content.Text(text)), isError, Note.NONE);
  }

  public void output(
      @Nullable String callId,
      @Nullable String toolName,
      List<Content> contents,
      boolean isError,
      Note note) {
    String known = callId == null ? null : callNames.get(callId);
    String name = toolName != null ? toolName : known != null ? known : "";
    outputs.add(new ToolOutput(callId, name, contents, isError, note));
  }

  /** The last outputs were in one message, which held more than them. */
  public void outputsWithin(Origin shell) {
    if (!outputs.isEmpty()) {
      messages.add(new Message.ToolOutputs(outputs, shell));
      outputs.clear();
    }
  }

  private void add(Message message) {
    flush();
    messages.add(message);
  }

  private void flush() {
    if (!outputs.isEmpty()) {
      messages.add(new Message.ToolOutputs(outputs));
      outputs.clear();
    }
  }

  public List<Message> list() {
    flush();
    return List.copyOf(messages);
  }
}
