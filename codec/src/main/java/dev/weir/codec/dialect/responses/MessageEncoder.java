package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes an answer: one part for each block of text or refusal. */
final class MessageEncoder extends ItemEncoder {
  private static final class Part {
    final int index;
    final boolean isRefusal;
    final StringBuilder text = new StringBuilder();
    final List<Json> annotations = new ArrayList<>();
    boolean said;

    Part(int index, boolean isRefusal) {
      this.index = index;
      this.isRefusal = isRefusal;
    }
  }

  private final Map<Integer, Part> parts = new LinkedHashMap<>();
  private @Nullable String phase;
  private @Nullable String source;

  MessageEncoder(Shared shared, int index, String id, @Nullable BlockStart first) {
    super(shared, index, id);
    phase = first == null || !sameDialect() ? null : first.origin().get("phase");
    announce(json -> {
      json.field("id", id).field("type", "message").field("status", "in_progress");
      json.field("role", "assistant").name("content").beginArray().endArray();
      json.fieldIfAny("phase", phase);
    });
  }

  @Override
  boolean takes(BlockStart start) {
    return start.kind() == BlockKind.TEXT
        || start.kind() == BlockKind.REFUSAL
        || start.kind() == BlockKind.MEDIA;
  }

  @Override
  void start(BlockStart start) {
    if (start.kind() == BlockKind.MEDIA) {
      losses().add(start, "the sound of an answer is not written");
      return;
    }
    boolean carried = sameDialect() && start.origin().keySet().stream().allMatch("phase"::equals);
    if (!start.origin().isEmpty() && !carried) {
      losses().add(start, "origin", "a message has no place for " + start.origin().keySet());
    }
    var part = new Part(parts.size(), start.kind() == BlockKind.REFUSAL);
    parts.put(start.block().block(), part);
    say(
        "content_part.added",
        json -> {
          json.field("content_index", part.index).name("part");
          part(json, part, /* whole= */ false);
        });
  }

  private static void part(JsonText json, Part part, boolean whole) {
    String text = whole ? part.text.toString() : "";
    json.beginObject();
    if (part.isRefusal) {
      json.field("type", "refusal").field("refusal", text);
    } else {
      json.field("type", "output_text").field("text", text).name("annotations").beginArray();
      part.annotations.forEach(json::value);
      json.endArray().name("logprobs").beginArray().endArray();
    }
    json.endObject();
  }

  @Override
  void delta(BlockDelta delta) {
    Part part = parts.get(delta.block().block());
    if (part == null) {
      losses().add(delta, "its block is not written");
      return;
    }
    shared.held().append(part.text, delta.text());
    say(
        part.isRefusal ? "refusal.delta" : "output_text.delta",
        json -> {
          json.field("content_index", part.index).field("delta", delta.text());
          if (!part.isRefusal) {
            json.name("logprobs").beginArray().endArray();
          }
        });
  }

  @Override
  void annotation(Annotation annotation) {
    Part part = parts.get(annotation.block().block());
    Json json = sameDialect() ? ProviderJson.parse(annotation.json()) : null;
    if (part == null || json == null) {
      losses().add(annotation, "citations of another dialect are not translated");
      return;
    }
    part.annotations.add(json);
    say(
        "output_text.annotation.added",
        event ->
            event
                .field("content_index", part.index)
                .field("annotation_index", part.annotations.size() - 1)
                .name("annotation")
                .value(json));
  }

  @Override
  void end(BlockEnd end) {
    Part part = parts.get(end.block().block());
    if (part == null) {
      losses().add(end, "its block is not written");
      return;
    }
    if (end.signature() != null) {
      losses().add(end, "signature", "a message is not signed");
    }
    if (end.source() != null && !sameDialect()) {
      losses().add(end, "source", "it is JSON of another dialect");
    } else if (end.source() != null) {
      source = end.source();
    }
    if (end.complete()) {
      said(part);
    }
  }

  private void said(Part part) {
    if (part.said) {
      return;
    }
    part.said = true;
    String text = part.text.toString();
    say(
        part.isRefusal ? "refusal.done" : "output_text.done",
        json -> {
          json.field("content_index", part.index).field(part.isRefusal ? "refusal" : "text", text);
          if (!part.isRefusal) {
            json.name("logprobs").beginArray().endArray();
          }
        });
    say(
        "content_part.done",
        json -> {
          json.field("content_index", part.index).name("part");
          part(json, part, /* whole= */ true);
        });
  }

  boolean refuses() {
    return parts.values().stream().anyMatch(part -> part.isRefusal);
  }

  @Override
  boolean isWhole() {
    return parts.values().stream().allMatch(part -> part.said);
  }

  @Override
  void settleCut() {
    parts.values().forEach(this::said);
  }

  @Override
  void fields(JsonText json, @Nullable Reasoning late) {
    json.field("id", id).field("type", "message").fieldIfAny("status", status());
    json.field("role", "assistant").name("content").beginArray();
    parts.values().forEach(part -> part(json, part, /* whole= */ true));
    json.endArray().fieldIfAny("phase", phase);
    extras(json, source);
  }
}
