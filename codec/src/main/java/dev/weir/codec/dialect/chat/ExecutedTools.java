package dev.weir.codec.dialect.chat;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import java.util.HashMap;
import java.util.Map;

/** Tools that the provider ran itself: Groq's compound models report them beside the content. */
final class ExecutedTools {
  private final EventWriter writer;
  private final int output;
  private final Map<Long, OpenBlock> tools = new HashMap<>();

  ExecutedTools(EventWriter writer, int output) {
    this.writer = writer;
    this.output = output;
  }

  /** A tool is reported when it starts, and again with what it returned. */
  void add(Json tool) {
    Long index = tool.get("index").number();
    long key = index == null ? tools.size() : index;
    String name = tool.get("type").text();
    OpenBlock call = tools.get(key);
    if (call == null) {
      call = writer.open(output, BlockKind.SERVER_TOOL, tool.get("id").text(), name);
      tools.put(key, call);
      writer.delta(call, tool.get("arguments").textOrEmpty());
    }
    if (tool.has("output") && !call.isEnded()) {
      call.source(tool.toText());
      writer.end(call);
      OpenBlock result = writer.open(output, BlockKind.TOOL_OUTPUT, null, name);
      writer.delta(result, tool.get("output").textOrEmpty());
      writer.end(result);
    }
  }
}
