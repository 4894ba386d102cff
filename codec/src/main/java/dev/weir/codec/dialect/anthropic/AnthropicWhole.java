package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.JoinedFields;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Joins the events of a message into the whole message. */
final class AnthropicWhole {
  private static final Set<String> GROWING =
      Set.of("text", "thinking", "signature", "partial_json", "content");

  private final JoinedFields message = new JoinedFields(Set.of());
  private final Map<Long, JoinedFields> blocks = new TreeMap<>();

  private AnthropicWhole() {}

  static String of(List<Frame> frames) {
    var whole = new AnthropicWhole();
    for (Frame frame : frames) {
      Json event = ProviderJson.object(frame.data().toString());
      if (event != null) {
        whole.add(event);
      }
    }
    return whole.toJson().toText();
  }

  private void add(Json event) {
    switch (event.get("type").textOrEmpty()) {
      case "message_start" -> message.add(event.get("message"));
      case "content_block_start" -> block(event).add(event.get("content_block"));
      case "content_block_delta" -> delta(block(event), event.get("delta"));
      case "message_delta" -> {
        message.add(event.get("delta"));
        event
            .fields()
            .forEach((name, value) -> {
              if (!name.equals("type") && !name.equals("delta")) {
                message.add(name, value);
              }
            });
      }
      default -> {
        // The stops of blocks and of the message, and pings, add nothing.
      }
    }
  }

  private JoinedFields block(Json event) {
    Long index = event.get("index").number();
    return blocks.computeIfAbsent(
        index == null ? (long) blocks.size() : index, i -> new JoinedFields(GROWING));
  }

  private static void delta(JoinedFields block, Json delta) {
    delta
        .fields()
        .forEach((name, value) -> {
          if (name.equals("citation")) {
            block.add("citations", new Json.Items(List.of(value)));
          } else if (!name.equals("type")) {
            block.add(name, value);
          }
        });
  }

  private Json toJson() {
    Map<String, Json> fields = new LinkedHashMap<>(message.toJson().fields());
    List<Json> content = new ArrayList<>();
    blocks.values().forEach(block -> content.add(withInput(block.toJson())));
    fields.put("content", new Json.Items(content));
    fields.putIfAbsent("stop_sequence", Json.Null.NULL);
    return new Json.Fields(fields);
  }

  /** The input of a call comes as text, but is an object. */
  private static Json withInput(Json block) {
    if (!block.has("partial_json")) {
      return block;
    }
    Map<String, Json> fields = new LinkedHashMap<>(block.fields());
    Json text = Objects.requireNonNull(fields.remove("partial_json"));
    Json input = ProviderJson.object(text.textOrEmpty());
    if (input != null) {
      fields.put("input", input);
    }
    return new Json.Fields(fields);
  }
}
