package dev.weir.codec.render;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.partial.JsonChange;
import dev.weir.codec.partial.PartialJson;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns calls of a client's tools into what the client knows: under their own names, and, where the
 * tool takes text, with just the text as it grows.
 *
 * <p>If a model does not keep to the one field that it was told about, its arguments are the text,
 * as they came.
 */
public final class ClientCalls implements Consumer<StreamEvent> {
  /** The one field of a function that stands for a tool that takes text. */
  static final String INPUT = "input";

  private static final String INPUT_PATH = "/" + INPUT;

  private final ClientTools tools;
  private final Consumer<StreamEvent> out;
  private final Map<BlockId, Text> texts = new HashMap<>();

  /** The text of a call while its arguments arrive. */
  private static final class Text {
    final StringBuilder arguments = new StringBuilder();
    final PartialJson reader = new PartialJson();
    final StringBuilder said = new StringBuilder();
    char held;

    /** What the next piece of the arguments adds; half a character waits for its other half. */
    String add(String piece) {
      arguments.append(piece);
      var added = new StringBuilder();
      if (held != 0) {
        added.append(held);
        held = 0;
      }
      reader.feed(
          piece,
          change -> {
            if (change instanceof JsonChange.TextAdded text && text.path().equals(INPUT_PATH)) {
              added.append(text.text());
            }
          });
      int last = added.length() - 1;
      if (last >= 0 && Character.isHighSurrogate(added.charAt(last))) {
        held = added.charAt(last);
        added.setLength(last);
      }
      said.append(added);
      return added.toString();
    }

    /** What the arguments amount to, once they are all there. */
    String whole() {
      Json read = ProviderJson.object(arguments.toString());
      String input = read == null ? null : read.get(INPUT).text();
      return input != null ? input : said.isEmpty() ? arguments.toString() : said.toString();
    }
  }

  /**
   * Passes events on.
   *
   * @param tools the tools that the provider knows in another form
   */
  public ClientCalls(ClientTools tools, Consumer<StreamEvent> out) {
    this.tools = tools;
    this.out = out;
  }

  @Override
  public void accept(StreamEvent event) {
    switch (event) {
      case BlockStart start -> start(start);
      case BlockDelta delta -> {
        Text text = texts.get(delta.block());
        if (text == null) {
          out.accept(delta);
        } else {
          say(delta.block(), text.add(delta.text()));
        }
      }
      case BlockRepair repair -> repair(repair);
      case BlockEnd end -> end(end);
      case StreamEvent.ResponseStart e -> out.accept(e);
      case StreamEvent.ResponseProgress e -> out.accept(e);
      case StreamEvent.Annotation e -> out.accept(e);
      case StreamEvent.ToolProgress e -> out.accept(e);
      case StreamEvent.UsageUpdate e -> out.accept(e);
      case StreamEvent.SequenceGap e -> out.accept(e);
      case StreamEvent.UnrepairedGap e -> out.accept(e);
      case StreamEvent.FailedTry e -> out.accept(e);
      case StreamEvent.Seam e -> out.accept(e);
      case StreamEvent.OutputEnd e -> out.accept(e);
      case StreamEvent.Unrecognized e -> out.accept(e);
      case StreamEvent.Fault e -> out.accept(e);
      case StreamEvent.PassStart e -> out.accept(e);
      case StreamEvent.PassEnd e -> out.accept(e);
      case StreamEvent.ResponseEnd e -> out.accept(e);
    }
  }

  private void start(BlockStart start) {
    ClientTools.Tool tool = tool(start);
    if (tool == null) {
      out.accept(start);
      return;
    }
    Map<String, String> origin = new LinkedHashMap<>(start.origin());
    if (tool.isCustom()) {
      origin.put("type", "custom_tool_call");
      texts.put(start.block(), new Text());
    }
    if (tool.namespace() != null) {
      origin.put("namespace", tool.namespace());
    }
    out.accept(
        new BlockStart(
            start.block(), start.kind(), start.id(), tool.name(), start.synthetic(), origin));
  }

  /** A provider that knows such tools calls them as they are, even in a route with others. */
  private ClientTools.@Nullable Tool tool(BlockStart start) {
    boolean isFunction =
        start.kind() == BlockKind.TOOL_CALL
            && start.name() != null
            && !start.origin().containsKey("namespace")
            && !start.origin().getOrDefault("type", "").startsWith("custom");
    return isFunction ? tools.byFunction().get(start.name()) : null;
  }

  private void say(BlockId block, String text) {
    if (!text.isEmpty()) {
      out.accept(new BlockDelta(block, text));
    }
  }

  private void repair(BlockRepair repair) {
    if (texts.containsKey(repair.block())) {
      var whole = new Text();
      whole.add(repair.text());
      whole.said.setLength(0);
      whole.said.append(whole.whole());
      texts.put(repair.block(), whole);
      out.accept(new BlockRepair(repair.block(), repair.part(), whole.said.toString()));
    } else {
      out.accept(repair);
    }
  }

  private void end(BlockEnd end) {
    Text text = texts.remove(end.block());
    if (text == null) {
      out.accept(end);
      return;
    }
    String whole = end.complete() ? text.whole() : text.said.toString();
    if (whole.startsWith(text.said.toString())) {
      say(end.block(), whole.substring(text.said.length()));
    } else {
      whole = text.said.toString();
    }
    out.accept(
        new BlockEnd(
            end.block(), end.complete(), end.reasoning(), whole, end.signature(), end.source()));
  }
}
