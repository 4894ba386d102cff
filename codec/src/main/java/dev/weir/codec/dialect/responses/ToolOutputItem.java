package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a tool returned, as an item of its own, kept whole so that it can be sent back. */
final class ToolOutputItem extends OutputItem {
  private @Nullable OpenBlock block;
  private final Map<String, String> origin = new LinkedHashMap<>();

  ToolOutputItem(EventWriter writer, int output, String type, @Nullable Long index) {
    super(writer, output, type, index);
  }

  @Override
  void learn(Json item) {
    if (block == null) {
      String call = item.get("call_id").textIfAny();
      if (call != null) {
        origin.put("call_id", call);
      }
      AnnouncedFields.keep(item, origin);
    }
    open().source(item.toText());
  }

  private OpenBlock open() {
    OpenBlock open = block;
    if (open == null) {
      open = writer.open(output, BlockKind.TOOL_OUTPUT, id, type, /* synthetic= */ false, origin);
      block = open;
    }
    return open;
  }

  @Override
  void add(Slot slot, int part, String text) {
    writer.delta(open(), ToolPayloads.outputPart(slot, part), text);
  }

  @Override
  void reconcile(Slot slot, int part, String text) {
    writer.reconcile(open(), ToolPayloads.outputPart(slot, part), text);
  }

  @Override
  void settle(Json item) {
    List<String> parts = ToolPayloads.output(item);
    for (int i = 0; i < parts.size(); i++) {
      writer.reconcile(open(), i, parts.get(i));
    }
  }

  @Override
  void close(boolean complete) {
    writer.end(open(), complete);
  }

  @Override
  void cut() {
    close(/* complete= */ false);
  }

  @Override
  void forget() {
    open().forget();
  }
}
