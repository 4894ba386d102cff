package dev.weir.codec.stream;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Loss;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What every dialect can carry of a response, for comparison. */
public record Answer(
    String text, String reasoning, String refusal, List<String> calls, @Nullable String verdict) {

  /**
   * The answer that events amount to, as it looks in a target dialect.
   *
   * @param losses a verdict, or the id or the arguments of a call, that is listed as lost is left
   *     out of the comparison
   */
  public static Answer of(List<StreamEvent> events, Dialect target, List<Loss> losses) {
    Response response = Decoded.response(events);
    List<Block> blocks = response.firstAnswer();
    boolean hasRefusals =
        target.equals(Dialects.OPENAI_CHAT) || target.equals(Dialects.OPENAI_RESPONSES);
    boolean losesVerdict = isLost(losses, "verdict");
    return new Answer(
        text(
            blocks,
            hasRefusals ? List.of(BlockKind.TEXT) : List.of(BlockKind.TEXT, BlockKind.REFUSAL)),
        text(blocks, List.of(BlockKind.REASONING)),
        hasRefusals ? text(blocks, List.of(BlockKind.REFUSAL)) : "",
        blocks.stream()
            .filter(b -> b.kind() == BlockKind.TOOL_CALL)
            .map(b -> call(b, losses))
            .toList(),
        losesVerdict ? null : String.valueOf(response.verdict()));
  }

  private static boolean isLost(List<Loss> losses, String what) {
    return losses.stream().anyMatch(loss -> loss.what().equals(what));
  }

  private static String text(List<Block> blocks, List<BlockKind> kinds) {
    return blocks.stream()
        .filter(b -> kinds.contains(b.kind()))
        .map(Block::text)
        .collect(Collectors.joining());
  }

  private static String call(Block call, List<Loss> losses) {
    String id = isLost(losses, "id") && isMadeUp(call.id()) ? "made up" : call.id();
    String arguments = arguments(call.text());
    boolean isNoJson = ProviderJson.parse(arguments) == null || arguments.contains("INVALID_JSON");
    boolean left = isLost(losses, "arguments") && (isNoJson || arguments.equals("{}"));
    return "%s %s %s".formatted(id, call.name(), left ? "no JSON" : arguments);
  }

  private static boolean isMadeUp(@Nullable String id) {
    return id == null || id.startsWith("call_");
  }

  /** The value of the arguments; free text that had to be wrapped is unwrapped. */
  private static String arguments(String text) {
    Json json = ProviderJson.parse(text.isEmpty() ? "{}" : text);
    if (json == null) {
      return text;
    }
    String free = json.get("input").text();
    boolean isWrapped = free != null && json.fields().size() == 1;
    return free != null && isWrapped ? arguments(free) : JsonText.canonical(json);
  }
}
