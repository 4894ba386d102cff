package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whatever the provider runs or defines itself, kept whole so that it can be sent back.
 *
 * <p>What the tool is called with is the text of its block. What it returned, and pictures it made,
 * are blocks of their own in the same output; the whole item stays on the first.
 */
final class ServerToolItem extends OutputItem {
  /** Items that only define or keep something, so nobody waits for a result. */
  private static final Set<String> NOT_CALLS =
      Set.of("compaction", "mcp_list_tools", "additional_tools", "mcp_approval_response");

  private @Nullable OpenBlock call;
  private @Nullable OpenBlock result;
  private @Nullable Json announced;
  private boolean resultsSaid;
  private int sealHash;

  ServerToolItem(EventWriter writer, int output, String type, @Nullable Long index) {
    super(writer, output, type, index);
  }

  @Override
  void learn(Json item) {
    announced = item;
    open().source(item.toText());
  }

  private OpenBlock open() {
    OpenBlock open = call;
    if (open == null) {
      Json item = announced == null ? Json.Null.NULL : announced;
      Map<String, String> origin = new LinkedHashMap<>();
      origin.put("type", type);
      for (String field : List.of("call_id", "server_label")) {
        String value = item.get(field).textIfAny();
        if (value != null) {
          origin.put(field, value);
        }
      }
      AnnouncedFields.keep(item, origin);
      String name = item.get("name").textIfAny();
      open =
          writer.open(
              output,
              BlockKind.SERVER_TOOL,
              id,
              name == null ? type : name,
              NOT_CALLS.contains(type),
              origin);
      call = open;
    }
    return open;
  }

  private OpenBlock result() {
    OpenBlock open = result;
    if (open == null) {
      open();
      open = writer.open(output, BlockKind.TOOL_OUTPUT, id, type);
      result = open;
    }
    return open;
  }

  @Override
  void add(Slot slot, int part, String text) {
    if (slot == Slot.ARGUMENTS) {
      writer.delta(open(), part, text);
    } else {
      writer.delta(result(), ToolPayloads.outputPart(slot, part), text);
    }
  }

  @Override
  void reconcile(Slot slot, int part, String text) {
    if (slot == Slot.ARGUMENTS) {
      writer.reconcile(open(), part, text);
    } else {
      writer.reconcile(result(), ToolPayloads.outputPart(slot, part), text);
    }
  }

  @Override
  void progress(String status) {
    writer.toolProgress(open(), status);
  }

  /** Reports why a run failed, which only the item says. */
  private void failure(Json item) {
    Json error = item.get("error");
    String why = error.isObject() ? error.get("message").textOrEmpty() : error.textOrEmpty();
    if (!why.isEmpty()) {
      writer.toolProgress(open(), "failed: " + EventWriter.preview(why));
    }
  }

  /** A picture that is not finished yet, but complete in itself. */
  void partialImage(Json chunk) {
    open();
    Long number = chunk.get("partial_image_index").number();
    media(
        chunk.get("partial_image_b64").textOrEmpty(),
        imageType(chunk),
        Map.of("partial", number == null ? "0" : number.toString()));
  }

  private void media(String data, String name, Map<String, String> origin) {
    OpenBlock block =
        writer.open(output, BlockKind.MEDIA, id, name, /* synthetic= */ false, origin);
    writer.delta(block, data);
    writer.end(block);
  }

  private static String imageType(Json json) {
    String format = json.get("output_format").textIfAny();
    return format == null ? "image" : "image/" + format;
  }

  @Override
  void settle(Json item) {
    OpenBlock open = open();
    List<String> arguments = ToolPayloads.arguments(item);
    for (int i = 0; i < arguments.size(); i++) {
      writer.reconcile(open, i, arguments.get(i));
    }
    if (isDone()) {
      results(item);
    }
  }

  @Override
  void close(boolean complete) {
    OpenBlock open = open();
    if (announced != null) {
      failure(announced);
    }
    writer.end(open, complete);
    if (announced != null) {
      results(announced);
    }
    OpenBlock given = result;
    if (given != null) {
      writer.end(given, complete);
    }
  }

  /** Writes what the tool returned, once. */
  private void results(Json item) {
    if (resultsSaid) {
      return;
    }
    String text = item.get("output").textIfAny();
    if (text != null) {
      resultsSaid = true;
      writer.reconcile(result(), text);
    }
    Json found = ToolPayloads.found(item);
    if (!found.items().isEmpty()) {
      resultsSaid = true;
      writer.reconcile(result(), found.toText());
    }
    int part = 0;
    for (Json output : item.get("outputs").items()) {
      resultsSaid = true;
      String url = output.get("url").textIfAny();
      if (url != null) {
        media(url, "image", Map.of());
      } else {
        writer.reconcile(result(), part++, output.get("logs").textOrEmpty());
      }
    }
    String image = type.equals("image_generation_call") ? item.get("result").textIfAny() : null;
    if (image != null) {
      resultsSaid = true;
      media(image, imageType(item), Map.of());
    }
  }

  @Override
  void cut() {
    OpenBlock open = open();
    if (open.length() == 0 && announced != null) {
      settle(announced);
    }
    writer.endBlocks(output, /* complete= */ false);
  }

  /** A compaction is encrypted again for each event, as reasoning is: the last one goes back. */
  @Override
  void revise(Json item) {
    String encrypted = item.get("encrypted_content").textIfAny();
    if (encrypted != null && encrypted.hashCode() != sealHash) {
      writer.reasoning(
          open(), new Reasoning(null, List.of(), encrypted, null, /* redacted= */ false));
    }
  }

  @Override
  void forget() {
    Json last = announced == null ? Json.Null.NULL : announced;
    sealHash = last.get("encrypted_content").textOrEmpty().hashCode();
    open().forget();
    announced = null;
  }
}
