package dev.weir.codec.dialect.cohere;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of version 1: whole lines, one content, calls that may come in pieces and then whole.
 */
final class CohereV1 {
  private static final Set<String> EVENTS =
      Set.of(
          "stream-start",
          "text-generation",
          "citation-generation",
          "search-queries-generation",
          "search-results",
          "tool-calls-chunk",
          "tool-calls-generation",
          "stream-end");

  private final EventWriter writer;
  private final CohereMessage message;

  CohereV1(EventWriter writer, CohereMessage message) {
    this.writer = writer;
    this.message = message;
  }

  static boolean isMarked(Json chunk) {
    return EVENTS.contains(chunk.get("event_type").textOrEmpty());
  }

  /** The type of an event; the oldest ones have none, only a flag that marks the last. */
  static @Nullable String type(Json chunk) {
    String type = chunk.get("event_type").textIfAny();
    if (type == null && chunk.has("is_finished")) {
      return chunk.get("is_finished").isTrue() ? "stream-end" : "text-generation";
    }
    return type;
  }

  /** Reads one event; returns whether it is known. */
  boolean event(String type, Json chunk) {
    switch (type) {
      case "stream-start" -> writer.start(chunk.get("generation_id").text(), null);
      case "text-generation" -> message.content(0, BlockKind.TEXT, chunk.get("text").textOrEmpty());
      case "citation-generation" -> chunk.get("citations").items().forEach(message::citation);
      case "search-queries-generation" ->
          search(BlockKind.SERVER_TOOL, chunk.get("search_queries"));
      case "search-results" -> {
        search(BlockKind.TOOL_OUTPUT, chunk.get("search_results"));
        search(BlockKind.TOOL_OUTPUT, chunk.get("documents"));
      }
      case "tool-calls-chunk" -> piece(chunk);
      case "tool-calls-generation" -> calls(chunk);
      case "stream-end" -> end(chunk);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void search(BlockKind kind, Json content) {
    if (!content.items().isEmpty()) {
      OpenBlock block = writer.open(CohereMessage.OUTPUT, kind, null, "search");
      writer.delta(block, JsonText.canonical(content));
      writer.end(block);
    }
  }

  private void piece(Json chunk) {
    message.plan(chunk.get("text").textOrEmpty());
    Json delta = chunk.get("tool_call_delta");
    message.plan(delta.get("text").textOrEmpty());
    Long index = delta.get("index").number();
    String name = delta.get("name").textIfAny();
    Json parameters = delta.get("parameters");
    if (name != null || !parameters.isNull()) {
      long key = index == null ? 0 : index;
      message.call(key, null, name);
      message.arguments(key, text(parameters));
    }
  }

  /** All calls, whole; those that came in pieces are already known. */
  private void calls(Json chunk) {
    long index = 0;
    for (Json call : chunk.get("tool_calls").items()) {
      if (!message.hasCall(index)) {
        message.call(index, call.get("id").textIfAny(), call.get("name").textIfAny());
        message.arguments(index, text(call.get("parameters")));
      }
      index++;
    }
  }

  private static String text(Json parameters) {
    return parameters.isNull() || parameters.text() != null
        ? parameters.textOrEmpty()
        : JsonText.canonical(parameters);
  }

  private void end(Json chunk) {
    Json response = chunk.get("response");
    writer.start(response.get("generation_id").text(), null);
    if (chunk.has("error") || response.has("error")) {
      writer.fault(ProviderErrors.fault(chunk.has("error") ? chunk : response));
    }
    Json calls = response.has("tool_calls") ? response : chunk;
    calls(calls);
    message.reconcile(response.get("text").textIfAny());
    writer.usage(response.get("meta"), CohereDecoder::usage);
    String word = chunk.get("finish_reason").word();
    message.finish(word == null ? response.get("finish_reason").word() : word);
  }
}
