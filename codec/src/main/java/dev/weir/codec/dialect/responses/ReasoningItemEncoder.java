package dev.weir.codec.dialect.responses;

import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes a reasoning item: a summary in parts, raw text in parts, and what must go back. */
final class ReasoningItemEncoder extends ItemEncoder {
  private static final class Texts {
    final boolean isSummary;
    final Map<Integer, StringBuilder> parts = new TreeMap<>();
    int openPart = -1;

    Texts(boolean isSummary) {
      this.isSummary = isSummary;
    }
  }

  private final Map<Integer, Texts> blocks = new HashMap<>();
  private final Texts summary = new Texts(/* isSummary= */ true);
  private final Texts content = new Texts(/* isSummary= */ false);
  private final List<BlockEnd> cut = new ArrayList<>();
  private @Nullable Integer carrier;
  private Reasoning reasoning = Reasoning.NONE;
  private @Nullable String source;
  private int open;

  ReasoningItemEncoder(Shared shared, int index, String id) {
    super(shared, index, id);
    announce(json ->
        json.field("id", id).field("type", "reasoning").name("summary").beginArray().endArray());
  }

  @Override
  boolean takes(BlockStart start) {
    return start.kind() == BlockKind.REASONING;
  }

  @Override
  void start(BlockStart start) {
    open++;
    carrier = carrier == null ? Integer.valueOf(start.block().block()) : carrier;
    // Clients show summaries, which is all that OpenAI lets them see; most do not know raw text.
    blocks.put(start.block().block(), start.isSummary() || !sameDialect() ? summary : content);
    boolean carried = start.origin().keySet().stream().allMatch("part"::equals);
    if (!carried) {
      losses().add(start, "origin", "reasoning has no place for " + start.origin().keySet());
    }
  }

  @Override
  void delta(BlockDelta delta) {
    Texts texts = blocks.get(delta.block().block());
    if (texts == null) {
      return;
    }
    int part = delta.part();
    if (texts.openPart != part) {
      said(texts);
      texts.openPart = part;
      partEvent(texts, "added", part, "");
    }
    shared.held().append(texts.parts.computeIfAbsent(part, p -> new StringBuilder()), delta.text());
    textEvent(texts, "delta", part, "delta", delta.text());
  }

  private void textEvent(Texts texts, String end, int part, String field, String text) {
    String stem = texts.isSummary ? "reasoning_summary_text." : "reasoning_text.";
    String index = texts.isSummary ? "summary_index" : "content_index";
    say(stem + end, json -> json.field(index, part).field(field, text));
  }

  private void partEvent(Texts texts, String end, int part, String text) {
    String stem = texts.isSummary ? "reasoning_summary_part." : "content_part.";
    String index = texts.isSummary ? "summary_index" : "content_index";
    say(
        stem + end,
        json -> {
          json.field(index, part).name("part").beginObject();
          json.field("type", type(texts)).field("text", text).endObject();
        });
  }

  private static String type(Texts texts) {
    return texts.isSummary ? "summary_text" : "reasoning_text";
  }

  /** Repeats whole the part that is open. */
  private void said(Texts texts) {
    int part = texts.openPart;
    StringBuilder text = texts.parts.get(part);
    if (text != null) {
      textEvent(texts, "done", part, "text", text.toString());
      partEvent(texts, "done", part, text.toString());
      texts.openPart = -1;
    }
  }

  @Override
  void end(BlockEnd end) {
    open--;
    Texts texts = blocks.get(end.block().block());
    Reasoning said = end.reasoning();
    if (said != null) {
      reasoning = reasoning.updatedBy(said);
      if (said.id() != null && !sameDialect() && !said.id().equals(id)) {
        losses().add(end, "reasoning.id", "the item got its id when it was announced");
      }
      if (!said.summary().isEmpty() && !sameDialect() && !said.summary().equals(texts(summary))) {
        losses().add(end, "reasoning.summary", "only what was streamed is written");
      }
      if (said.redacted()) {
        losses().add(end, "reasoning.redacted", "reasoning without text is simply encrypted");
      }
    }
    if (end.source() != null && !sameDialect()) {
      losses().add(end, "source", "it is JSON of another dialect");
    } else if (end.source() != null) {
      source = end.source();
    }
    if (end.complete() && texts != null) {
      said(texts);
    } else if (!end.complete()) {
      cut.add(end);
    }
  }

  @Override
  boolean isWhole() {
    return open == 0 && cut.isEmpty();
  }

  @Override
  void settleCut() {
    said(summary);
    said(content);
  }

  @Override
  @Nullable Integer reasoningBlock() {
    return carrier;
  }

  @Override
  void fields(JsonText json, @Nullable Reasoning late) {
    Reasoning last = late == null ? reasoning : reasoning.updatedBy(late);
    json.field("id", finalId(last)).field("type", "reasoning").fieldIfAny("status", status());
    json.name("summary").beginArray();
    // A summary that was never streamed would be read as more text.
    boolean isOwn = sameDialect() && !last.summary().isEmpty();
    List<String> parts = isOwn ? last.summary() : texts(summary);
    parts.forEach(part -> text(json, summary, part));
    json.endArray();
    if (!content.parts.isEmpty()) {
      json.name("content").beginArray();
      texts(content).forEach(part -> text(json, content, part));
      json.endArray();
    }
    json.fieldIfAny("encrypted_content", last.encrypted());
    json.fieldIfAny("signature", last.signature());
    extras(json, source);
  }

  /** Proxies change an item's id on the way; the last one goes back. */
  private String finalId(Reasoning last) {
    String known = last.id();
    return known == null || !sameDialect() ? id : known;
  }

  private static List<String> texts(Texts texts) {
    return texts.parts.values().stream().map(StringBuilder::toString).toList();
  }

  private static void text(JsonText json, Texts texts, String text) {
    json.beginObject().field("type", type(texts)).field("text", text).endObject();
  }
}
