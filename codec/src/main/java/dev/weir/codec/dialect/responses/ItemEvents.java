package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamFault;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Brings every event about an item to that item. */
final class ItemEvents {
  /**
   * Something that the provider does has progressed; the status is passed on in the provider's own
   * word. A {@code delta} or {@code done} would hold more than that, so an unknown one is not taken
   * for progress.
   */
  private static final Pattern PROGRESS =
      Pattern.compile(
          "response\\.([a-z_]+_call|mcp_list_tools|compaction)\\.(?!delta$|done$)([a-z_]+)");

  private final EventWriter writer;
  private final OutputItems items;

  ItemEvents(EventWriter writer, OutputItems items) {
    this.writer = writer;
    this.items = items;
  }

  /** Whether a type can be an event of progress. */
  static boolean isProgress(String type) {
    return PROGRESS.matcher(type).matches();
  }

  /** Takes an event; returns whether it is known. */
  boolean accept(String type, Json chunk) {
    switch (type) {
      case "response.output_item.added", "response.output_item.done" -> item(type, chunk);
      case "response.content_part.added", "response.reasoning_part.added" -> partOpened(chunk);
      case "response.content_part.done", "response.reasoning_part.done" -> partDone(chunk);
      // The summary's first text opens its block.
      case "response.reasoning_summary_part.added" -> {}
      case "response.reasoning_summary_part.done" ->
          items
              .at(chunk, "reasoning")
              .whole(Slot.SUMMARY, index(chunk, "summary_index"), text(chunk.get("part")));
      case "response.output_text.annotation.added" -> annotation(chunk);
      case "response.image_generation_call.partial_image" -> {
        if (items.growing(chunk, "image_generation_call") instanceof ServerToolItem tool) {
          tool.partialImage(chunk);
        }
      }
      case "response.shell_call_output_content.delta" -> shellOutput(chunk);
      case "response.shell_call_output_content.done" -> shellOutputDone(chunk);
      case "response.shell_call_command.added" ->
          items
              .at(chunk, "shell_call")
              .whole(Slot.ARGUMENTS, index(chunk, "command_index"), chunk.get("command").text());
      default -> {
        return text(type, chunk) || progress(type, chunk);
      }
    }
    return true;
  }

  private void item(String type, Json chunk) {
    Json item = chunk.get("item");
    if (!item.isObject()) {
      writer.fault(
          StreamFault.Kind.MALFORMED,
          "%s has no item; expected an object under \"item\"".formatted(type));
    } else if (type.endsWith(".added")) {
      items.announce(chunk, item);
    } else {
      items.finish(chunk, item);
    }
  }

  private void partOpened(Json chunk) {
    if (items.withPart(chunk) instanceof MessageItem message) {
      message.openPart(index(chunk, "content_index"), chunk.get("part"));
    }
  }

  private void partDone(Json chunk) {
    int index = index(chunk, "content_index");
    Json part = chunk.get("part");
    OutputItem item = items.withPart(chunk);
    if (item instanceof MessageItem message) {
      message.wholePart(index, part);
    } else {
      item.whole(Slot.REASONING, index, text(part));
    }
  }

  private void annotation(Json chunk) {
    if (items.at(chunk, "message") instanceof MessageItem message) {
      message.annotate(Slot.TEXT, index(chunk, "content_index"), chunk.get("annotation"));
    }
  }

  private void shellOutput(Json chunk) {
    OutputItem item = items.growing(chunk, "shell_call_output");
    int command = index(chunk, "command_index");
    Json delta = chunk.get("delta");
    item.delta(Slot.STDOUT, command, delta.isObject() ? text(delta, "stdout") : text(delta));
    item.delta(Slot.STDERR, command, text(delta, "stderr"));
  }

  private void shellOutputDone(Json chunk) {
    OutputItem item = items.at(chunk, "shell_call_output");
    int command = index(chunk, "command_index");
    StringBuilder stdout = new StringBuilder();
    StringBuilder stderr = new StringBuilder();
    for (Json output : chunk.get("output").items()) {
      stdout.append(text(output, "stdout"));
      stderr.append(text(output, "stderr"));
    }
    item.whole(Slot.STDOUT, command, stdout.toString());
    item.whole(Slot.STDERR, command, stderr.toString());
  }

  private boolean text(String type, Json chunk) {
    int dot = type.lastIndexOf('.');
    TextEvent event = TextEvent.of(type.substring(0, dot));
    if (event == null) {
      return false;
    }
    int part = event.indexField().isEmpty() ? 0 : index(chunk, event.indexField());
    if (type.endsWith(".delta") && hasText(chunk.get("delta"))) {
      OutputItem item = items.growing(chunk, event.itemType());
      item.delta(event.slot(), part, text(chunk.get("delta")));
      return true;
    }
    if (type.endsWith(".done")) {
      OutputItem item = items.at(chunk, event.itemType());
      item.whole(event.slot(), part, chunk.get(event.wholeField()).text());
      return true;
    }
    return false;
  }

  private static boolean hasText(Json delta) {
    return delta.isNull() || delta.text() != null || delta.get("text").text() != null;
  }

  private boolean progress(String type, Json chunk) {
    Matcher matcher = PROGRESS.matcher(type);
    if (!matcher.matches()) {
      return false;
    }
    items.at(chunk, matcher.group(1)).progress(matcher.group(2));
    return true;
  }

  private static String text(Json object, String field) {
    return object.get(field).textOrEmpty();
  }

  /** A text, or the text in an object, as in previews of the reasoning events. */
  private static String text(Json value) {
    return value.isObject() ? value.get("text").textOrEmpty() : value.textOrEmpty();
  }

  private static int index(Json chunk, String field) {
    Long number = chunk.get(field).number();
    return number == null ? 0 : Math.clamp(number, 0, Integer.MAX_VALUE);
  }
}
