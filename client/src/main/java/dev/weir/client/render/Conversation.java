package dev.weir.client.render;

import dev.weir.client.request.Content;
import dev.weir.client.request.Message;
import dev.weir.client.request.Message.ToolOutput;
import dev.weir.client.request.Request;
import dev.weir.codec.dialect.CallIds;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.stream.Dialect;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Walks the messages of a request for a dialect.
 *
 * <p>An earlier answer of the same dialect goes back as that dialect's own next request, with every
 * signature in its place. One of another dialect is degraded to its text and its calls: what only
 * its provider can read would be refused. Calls that came without an id get one of ours, and
 * outputs without an id belong to the first open call of the same tool.
 */
final class Conversation {

  /** Writes the messages of one dialect. */
  interface Voice {
    void user(List<Content> contents);

    /** An answer of this dialect, as {@link Dialect#nextRequest} gives it. */
    void own(Json next);

    /** An answer of which only text and calls are known. */
    void answer(Answer answer);

    void outputs(List<Output> outputs);
  }

  /** An answer degraded to what every dialect can carry. */
  record Answer(String text, List<Call> calls) {}

  record Call(String id, String name, String arguments) {
    Json argumentsObject() {
      return ProviderJson.argumentsObject(arguments);
    }
  }

  /**
   * What a tool gave, under the id of its call.
   *
   * @param custom whether the call was one of a tool without a schema
   */
  record Output(
      @Nullable String callId, String toolName, String text, boolean isError, boolean custom) {}

  private record Open(@Nullable String id, String name, boolean custom) {}

  private final Dialect dialect;
  private final Voice voice;
  private final List<Open> open = new ArrayList<>();

  private Conversation(Dialect dialect, Voice voice) {
    this.dialect = dialect;
    this.voice = voice;
  }

  static void write(Request request, Dialect dialect, Voice voice) {
    var conversation = new Conversation(dialect, voice);
    request.messages().forEach(conversation::message);
  }

  /** What the model is told before all else; {@code null} if nothing. */
  static @Nullable String instructions(Request request) {
    String all =
        request.messages().stream()
            .filter(Message.Instruction.class::isInstance)
            .map(m -> ((Message.Instruction) m).text())
            .collect(Collectors.joining("\n\n"));
    return all.isEmpty() ? null : all;
  }

  private void message(Message message) {
    switch (message) {
      case Message.Instruction told -> {
        // Stands before the conversation in every dialect.
      }
      case Message.User user -> voice.user(user.contents());
      case Message.Assistant said -> voice.answer(new Answer(said.text(), List.of()));
      case Message.Earlier earlier -> earlier(earlier);
      case Message.ToolOutputs outputs ->
          voice.outputs(outputs.outputs().stream().map(this::output).toList());
    }
  }

  private void earlier(Message.Earlier earlier) {
    Response response = earlier.response();
    boolean isOwn = earlier.dialect() == dialect;
    Answer answer = degraded(response, earlier.dialect());
    List<Block> calls = response.blocks(BlockKind.TOOL_CALL);
    for (int i = 0; i < calls.size(); i++) {
      Block call = calls.get(i);
      String type = call.origin().getOrDefault("type", "");
      String id = isOwn ? call.id() : idOf(response, call);
      open.add(new Open(id, nameOf(call), type.startsWith("custom")));
    }
    if (isOwn) {
      Json next = ProviderJson.parse(dialect.nextRequest(response));
      voice.own(next == null ? Json.Null.NULL : next);
    } else {
      voice.answer(answer);
    }
  }

  /**
   * The text and calls of the first alternative, or of all outputs where they follow each other.
   */
  static Answer degraded(Response response, @Nullable Dialect from) {
    boolean firstOnly = from != null && from.offersAlternatives();
    String text = text(response, BlockKind.TEXT, firstOnly);
    String refusal = text(response, BlockKind.REFUSAL, firstOnly);
    List<Call> calls =
        response.blocks(BlockKind.TOOL_CALL).stream()
            .filter(b -> !firstOnly || b.block().output() == 0)
            .map(b -> new Call(idOf(response, b), nameOf(b), b.text().isBlank() ? "{}" : b.text()))
            .toList();
    return new Answer(text.isEmpty() ? refusal : text, calls);
  }

  private static String text(Response response, BlockKind kind, boolean firstOnly) {
    return firstOnly ? response.text(kind, 0) : response.text(kind);
  }

  private static String idOf(Response response, Block call) {
    String id = call.id();
    return id == null ? CallIds.of(response.responseId(), call.block()) : id;
  }

  private static String nameOf(Block call) {
    String name = call.name();
    return name == null ? "" : name;
  }

  private Output output(ToolOutput output) {
    Open call = take(output);
    String id = output.callId() != null ? output.callId() : call == null ? null : call.id();
    boolean custom = call != null && call.custom();
    return new Output(id, output.toolName(), output.text(), output.isError(), custom);
  }

  private @Nullable Open take(ToolOutput output) {
    for (Iterator<Open> calls = open.iterator(); calls.hasNext(); ) {
      Open call = calls.next();
      boolean answers =
          output.callId() == null
              ? call.name().equals(output.toolName())
              : output.callId().equals(call.id());
      if (answers) {
        calls.remove();
        return call;
      }
    }
    return null;
  }
}
