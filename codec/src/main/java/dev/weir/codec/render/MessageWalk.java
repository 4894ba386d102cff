package dev.weir.codec.render;

import dev.weir.codec.dialect.CallIds;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.Origin;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks the messages of a request for a dialect.
 *
 * <p>An earlier answer of the same dialect goes back as that dialect's own next request, with every
 * signature in its place. An answer of another dialect is reduced to its text and its calls: what
 * only its provider can read would be refused. Calls that came without an id get one of ours, and
 * outputs without an id belong to the first open call of the same tool.
 */
public final class MessageWalk {

  /** Writes the messages of one dialect. */
  public interface Voice {
    /** A part of a message; {@code null} if it is not written, which was reported. */
    @Nullable Json part(Content content);

    /** What the model is told before the conversation. */
    void before(List<Message.Instruction> told);

    /** What the model is told in the middle of the conversation. */
    void amid(Message.Instruction told);

    void user(Message.User user);

    /** An answer of this dialect, which goes back as its own next request. */
    void own(Response response);

    /** An answer of which only text and calls are known. */
    void answer(Answer answer);

    void outputs(List<Output> outputs, @Nullable Origin shell);
  }

  /** An answer reduced to what every dialect can carry. */
  public record Answer(String text, List<Call> calls) {}

  public record Call(String id, String name, String arguments) {
    public Json argumentsObject() {
      return ProviderJson.argumentsObject(arguments);
    }
  }

  /**
   * What a tool returned, under the id of its call.
   *
   * @param custom whether the called tool has no schema
   */
  public record Output(
      @Nullable String callId,
      String toolName,
      List<Content> contents,
      boolean isError,
      boolean custom,
      Note note) {

    /** Whether it is text and nothing else. */
    public boolean isPlain() {
      return contents.stream()
          .allMatch(c ->
              c.note().cache() == null
                  && (c instanceof Content.Text || c instanceof Content.Value));
    }

    /** What it shows besides its text. */
    public List<Content> shown() {
      return contents.stream().filter(Content.Attachment.class::isInstance).toList();
    }

    public String text() {
      return new ToolOutput(callId, toolName, contents, isError, note).text();
    }
  }

  private final Draft draft;
  private final Voice voice;
  private final OpenCalls open = new OpenCalls();

  private MessageWalk(Draft draft, Voice voice) {
    this.draft = draft;
    this.voice = voice;
  }

  /** Hands the messages of a request to a dialect's voice, oldest first. */
  public static void write(Draft draft, Voice voice) {
    var walk = new MessageWalk(draft, voice);
    List<Message> messages =
        draft.isOwn() ? draft.request().messages() : PairedCalls.of(draft, draft.request());
    int told = 0;
    while (told < messages.size() && messages.get(told) instanceof Message.Instruction) {
      told++;
    }
    if (told == messages.size() && !draft.isOwn()) {
      // The last instruction must be said in the conversation, which would otherwise be empty.
      told = Math.max(0, told - 1);
    }
    walk.before(messages.subList(0, told));
    messages.subList(told, messages.size()).forEach(walk::message);
    draft.close();
  }

  private void before(List<Message> instructions) {
    List<Message.Instruction> foreign = new ArrayList<>();
    for (Message message : instructions) {
      Message.Instruction told = asTold((Message.Instruction) message);
      if (told != null) {
        foreign.add(told);
      }
    }
    if (!foreign.isEmpty()) {
      voice.before(foreign);
    }
  }

  /** Writes an instruction as it was, if it was in this dialect; else returns what to write. */
  private Message.@Nullable Instruction asTold(Message.Instruction told) {
    Origin own = draft.own(told.origin());
    if (own != null) {
      draft.instruction(told, own, voice::part);
      return null;
    }
    told.contents().forEach(content -> draft.lost().of(content.note().origin()));
    return Foreign.told(draft, told);
  }

  private void message(Message message) {
    switch (message) {
      case Message.Instruction told -> {
        Message.Instruction foreign = asTold(told);
        if (foreign != null) {
          voice.amid(foreign);
        }
      }
      case Message.User user -> voice.user(user);
      case Message.Assistant said -> {
        if (!asRead(said.origin())) {
          answer(new Answer(said.text(), List.of()));
        }
      }
      case Message.Earlier earlier -> earlier(earlier);
      case Message.ToolOutputs outputs ->
          voice.outputs(outputs.outputs().stream().map(this::output).toList(), outputs.origin());
    }
  }

  /** Writes an answer as it was, if it was in this dialect. */
  private boolean asRead(@Nullable Origin origin) {
    Origin own = draft.own(origin);
    if (own != null) {
      draft.add(own.json());
    }
    return own != null;
  }

  private void earlier(Message.Earlier earlier) {
    Response response = earlier.response();
    boolean isOwn = draft.dialect().equals(earlier.dialect());
    for (Block call : response.blocks(BlockKind.TOOL_CALL)) {
      String id = isOwn ? call.id() : idOf(response, call);
      open.add(id, isOwn ? nameOf(call) : Foreign.nameOf(call), isOwn && Foreign.isOfText(call));
    }
    if (asRead(earlier.origin())) {
      return;
    }
    if (isOwn) {
      voice.own(response);
    } else {
      answer(degraded(response));
    }
  }

  /** Skips an answer that says nothing: it would be refused, and what it had was reported. */
  private void answer(Answer answer) {
    if (!answer.text().isBlank() || !answer.calls().isEmpty()) {
      voice.answer(answer);
    }
  }

  /** Text and calls; a call with text becomes a call of a function that takes a text. */
  private static Answer degraded(Response response) {
    String text =
        response.firstAnswerText(BlockKind.TEXT) + response.firstAnswerText(BlockKind.REFUSAL);
    List<Call> calls =
        response.firstAnswer(BlockKind.TOOL_CALL).stream()
            .map(call ->
                new Call(idOf(response, call), Foreign.nameOf(call), Foreign.argumentsOf(call)))
            .toList();
    return new Answer(text, calls);
  }

  private static String idOf(Response response, Block call) {
    String id = call.id();
    return id == null ? CallIds.of(response.responseId(), call.block()) : id;
  }

  private static String nameOf(Block call) {
    String name = call.name();
    return name == null ? "" : name;
  }

  /** What only another dialect has in an output is given as a plain value. */
  private List<Content> given(List<Content> contents) {
    return contents.stream()
        .map(content ->
            content instanceof Content.Other other && !other.dialect().equals(draft.dialect())
                ? new Content.Value(other.json(), other.note())
                : content)
        .toList();
  }

  private Output output(ToolOutput output) {
    OpenCalls.Call call = open.take(output);
    String id = output.callId() != null ? output.callId() : call == null ? null : call.id();
    boolean custom = call != null && call.custom();
    String name = output.toolName().isEmpty() && call != null ? call.name() : output.toolName();
    return new Output(id, name, given(output.contents()), output.isError(), custom, output.note());
  }
}
