package dev.weir.codec.request;

import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides what of an answer goes back to a provider with the next request, so that the provider
 * accepts it.
 *
 * <p>Providers refuse an answer that says nothing, a call without its output, an output without its
 * call, half a call, and reasoning without its seal or without what it led to; and they go on
 * refusing, because it stays in the conversation.
 *
 * <pre>
 * how it ended                    what goes back
 * it says nothing                 nothing
 * whole                           all of the first answer, every call with an output
 * a call's arguments are damaged  the call without them, and an output that says so
 * cut by the provider (LENGTH …)  the same without half calls and what only led to them
 * failed, cut off, stopped        the text that came
 * </pre>
 *
 * <p>Of several alternatives only the first goes back. Pure.
 */
public final class GoingBack {
  private static final String NOT_RUN = "Not run: the turn ended before.";
  private static final String DAMAGED =
      "Not run: the arguments did not arrive whole. Call it again.";

  private GoingBack() {}

  /**
   * An answer and what its calls returned, in the order of the calls. A call that was not run has
   * an output that says so; an output that answers no call is left out.
   *
   * @param dialect the word of the dialect that it came in; absent if that has none
   */
  public static List<Message> of(
      Response response, @Nullable String dialect, List<ToolOutput> outputs) {
    List<Message> messages = new ArrayList<>(unanswered(response, dialect));
    List<ToolOutput> answers = answers(calls(response), outputs);
    if (!answers.isEmpty()) {
      messages.add(new Message.ToolOutputs(answers));
    }
    return messages;
  }

  /** An answer whose calls will be answered by whoever asks next. */
  public static List<Message> unanswered(Response response, @Nullable String dialect) {
    List<Block> blocks = blocks(response);
    if (blocks.stream().noneMatch(GoingBack::says)) {
      return List.of();
    }
    // Text alone is no longer an answer of its dialect.
    String from = isEnded(response) ? dialect : null;
    return List.of(new Message.Earlier(response.withBlocks(blocks), from));
  }

  /** The calls that go back, and need an output. */
  public static List<Block> calls(Response response) {
    return blocks(response).stream().filter(b -> b.kind() == BlockKind.TOOL_CALL).toList();
  }

  /** Whether the provider brought the answer to its end, so that more than its text goes back. */
  public static boolean isEnded(Response response) {
    Verdict verdict = response.verdict();
    return verdict != null && verdict.isNatural();
  }

  private static List<Block> blocks(Response response) {
    List<Block> first = response.firstAnswer();
    if (!isEnded(response)) {
      return first.stream().filter(b -> b.kind() == BlockKind.TEXT).toList();
    }
    boolean isWhole =
        response.verdict() == Verdict.COMPLETE || response.verdict() == Verdict.TOOL_CALLS;
    List<Block> kept = new ArrayList<>();
    for (Block block : first) {
      if (block.complete() || !isCall(block)) {
        kept.add(block);
      } else if (isWhole && block.kind() == BlockKind.TOOL_CALL && block.name() != null) {
        kept.add(block.withoutText());
      }
    }
    return isWhole && kept.size() == first.size() ? kept : withoutVainReasoning(kept);
  }

  private static boolean isCall(Block block) {
    return block.kind() == BlockKind.TOOL_CALL || block.kind() == BlockKind.SERVER_TOOL;
  }

  /** Reasoning stays if anything follows it before the next reasoning does. */
  private static List<Block> withoutVainReasoning(List<Block> blocks) {
    List<Block> kept = new ArrayList<>();
    boolean isFollowed = false;
    boolean inReasoning = false;
    for (Block block : blocks.reversed()) {
      boolean isReasoning = block.kind() == BlockKind.REASONING;
      if (!isReasoning) {
        isFollowed = says(block) || (isFollowed && !inReasoning);
      }
      if (!isReasoning || isFollowed) {
        kept.addFirst(block);
      }
      inReasoning = isReasoning;
    }
    return kept;
  }

  private static boolean says(Block block) {
    return switch (block.kind()) {
      case TEXT, REFUSAL -> !block.text().isBlank();
      case TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> true;
      case REASONING -> false;
    };
  }

  private static List<ToolOutput> answers(List<Block> calls, List<ToolOutput> outputs) {
    List<ToolOutput> left = new ArrayList<>(outputs);
    List<ToolOutput> answers = new ArrayList<>();
    for (Block call : calls) {
      ToolOutput answer =
          left.stream().filter(output -> isFor(output, call)).findFirst().orElse(null);
      if (answer == null) {
        answers.add(
            call.complete()
                ? notRun(call.id(), nameOf(call))
                : new ToolOutput(call.id(), nameOf(call), DAMAGED, /* isError= */ true));
      } else {
        left.remove(answer);
        answers.add(answer);
      }
    }
    return answers;
  }

  /** What the model hears of a call that nobody ran. */
  public static ToolOutput notRun(@Nullable String callId, String toolName) {
    return new ToolOutput(callId, toolName, NOT_RUN, /* isError= */ true);
  }

  /** Whether an output answers a call: by its id, or by the tool's name where the call has none. */
  public static boolean isFor(ToolOutput output, Block call) {
    return call.id() == null
        ? output.toolName().equals(nameOf(call))
        : Objects.equals(call.id(), output.callId());
  }

  private static String nameOf(Block call) {
    return call.name() == null ? "" : call.name();
  }
}
