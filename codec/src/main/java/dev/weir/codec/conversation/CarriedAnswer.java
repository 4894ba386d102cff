package dev.weir.codec.conversation;

import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.Call;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an answer in the memory of another library, whose messages have a text, calls, and a place
 * for extra data. There the whole answer is carried as JSON, so that signatures and encrypted
 * thinking go back where they belong. If nothing is carried, or the message was changed since, what
 * it shows goes back. Pure.
 */
public final class CarriedAnswer {
  private CarriedAnswer() {}

  /** What a message must carry; {@code null} if nothing goes back. */
  public static @Nullable String write(List<Message> newMessages) {
    return newMessages.isEmpty() ? null : ConversationJson.write(newMessages);
  }

  /**
   * What goes back of a message of the other library, and of the results that follow it.
   *
   * @param carried what {@link #write} returned; absent if the message carries nothing
   * @param text what the message shows
   * @param calls what the message shows
   * @param isLast whether nothing follows, so that calls may still be answered
   */
  public static List<Message> read(
      @Nullable String carried,
      @Nullable String text,
      List<Call> calls,
      List<ToolOutput> outputs,
      boolean isLast) {
    Message.Earlier kept = carried == null ? null : kept(carried, text, calls);
    Message.Earlier answer = kept == null ? Message.assistant(text, calls) : kept;
    List<Message> back =
        isLast && outputs.isEmpty()
            ? GoingBack.unanswered(answer.response(), answer.dialect())
            : GoingBack.of(answer.response(), answer.dialect(), outputs);
    String giver = answer.provider();
    return back.stream()
        .map(message ->
            giver != null && message instanceof Message.Earlier sent ? sent.from(giver) : message)
        .toList();
  }

  private static Message.@Nullable Earlier kept(
      String carried, @Nullable String text, List<Call> calls) {
    List<Message> messages = ConversationJson.read(carried);
    return messages.size() == 1
            && messages.getFirst() instanceof Message.Earlier earlier
            && text(earlier.response()).equals(text == null ? "" : text)
            && calls(earlier.response()).equals(calls)
        ? earlier
        : null;
  }

  /** What a reader sees of an answer, refusals included. */
  public static String text(Response response) {
    return response.firstAnswer().stream()
        .filter(block -> isText(block.kind()))
        .map(Block::text)
        .collect(Collectors.joining());
  }

  /** Whether a reader sees what a block holds as text of the answer. */
  public static boolean isText(BlockKind kind) {
    return switch (kind) {
      case TEXT, REFUSAL -> true;
      case REASONING, TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> false;
    };
  }

  /** The calls to run; damaged ones are left out. */
  public static List<Call> calls(Response response) {
    return response.verdict() != Verdict.TOOL_CALLS
        ? List.of()
        : response.firstAnswer().stream()
            .filter(block -> block.kind() == BlockKind.TOOL_CALL && block.complete())
            .map(block -> call(block.id(), block.name(), block.text()))
            .toList();
  }

  /** A call; missing arguments become an empty object. */
  public static Call call(@Nullable String id, @Nullable String name, @Nullable String arguments) {
    return new Call(
        id, name == null ? "" : name, arguments == null || arguments.isBlank() ? "{}" : arguments);
  }
}
