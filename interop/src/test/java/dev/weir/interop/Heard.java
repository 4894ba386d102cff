package dev.weir.interop;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.stream.StreamEncoder;
import dev.weir.event.BlockKind;
import dev.weir.event.Response.Block;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a stream comes to for its reader: what was said, thought and called. */
record Heard(String text, String reasoning, String refusal, List<String> calls) {
  private static final EncodeOptions OPTIONS =
      EncodeOptions.DEFAULT.withNames("resp_1", "some-model").withCreatedSeconds(1_700_000_000);

  /** The bytes that a provider of the dialect would send. */
  static byte[] write(Dialect to, EventSource source, List<StreamEvent> events) {
    var bytes = new ByteArrayOutputStream();
    var encoder = new StreamEncoder(to, source, OPTIONS);
    events.forEach(event -> encoder.accept(event, bytes::writeBytes));
    return bytes.toByteArray();
  }

  /** What the events themselves come to; alternatives but the first are not heard. */
  static Heard of(List<StreamEvent> events) {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    List<Block> blocks = assembler.response().firstAnswer();
    return new Heard(
        text(blocks, BlockKind.TEXT),
        text(blocks, BlockKind.REASONING),
        text(blocks, BlockKind.REFUSAL),
        blocks.stream()
            .filter(b -> b.kind() == BlockKind.TOOL_CALL)
            .map(b -> call(b.name(), b.text()))
            .toList());
  }

  private static String text(List<Block> blocks, BlockKind kind) {
    return blocks.stream()
        .filter(b -> b.kind() == kind)
        .map(Block::text)
        .collect(Collectors.joining());
  }

  /**
   * A call by its name and the value of its arguments. Arguments that were cut come to nothing;
   * free text is the same whether or not it had to be wrapped into an object.
   */
  static String call(@Nullable String name, String arguments) {
    return name + " " + value(arguments);
  }

  private static String value(String arguments) {
    Json json = ProviderJson.parse(arguments.isBlank() ? "{}" : arguments);
    if (json != null && json.has("INVALID_JSON")) {
      return "{}";
    }
    if (json == null) {
      return arguments.startsWith("{") ? "{}" : arguments;
    }
    String free = json.get("input").text();
    return free != null && json.fields().size() == 1 ? value(free) : JsonText.canonical(json);
  }

  boolean isNothing() {
    return text.isEmpty() && reasoning.isEmpty() && refusal.isEmpty() && calls.isEmpty();
  }

  /** As heard where a refusal can only be said as text. */
  Heard withoutRefusal() {
    return new Heard(text + refusal, reasoning, "", calls);
  }
}
