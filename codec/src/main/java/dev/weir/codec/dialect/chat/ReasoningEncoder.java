package dev.weir.codec.dialect.chat;

import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.Losses;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import org.jspecify.annotations.Nullable;

/**
 * Writes the reasoning of one choice: its text under the field that it came from, else as {@code
 * reasoning_content}, and what must go back as {@code reasoning_details}.
 *
 * <p>Reasoning after text is read as a new block, unless there is text in the same delta. So a
 * delta of a block that text has interrupted waits for the next one.
 */
final class ReasoningEncoder {
  private final ChatChunks chunks;
  private final EventSource source;
  private final Losses losses;
  private final int choice;
  private int blocks;
  private @Nullable Integer current;
  private boolean paused;
  private long detailedChars;
  private @Nullable BlockStart pendingStart;
  private @Nullable BlockDelta pending;

  ReasoningEncoder(ChatChunks chunks, EventSource source, Losses losses, int choice) {
    this.chunks = chunks;
    this.source = source;
    this.losses = losses;
    this.choice = choice;
  }

  void start(BlockStart start) {
    blocks++;
    if (current != null && !paused) {
      losses.add(start, "block", "it runs on from the reasoning before it");
    }
    if (start.id() != null && !source.sameDialect()) {
      losses.add(start, "id", "it goes into the details, if anything opaque goes with it");
    }
    if (!source.sameDialect() && !start.origin().isEmpty()) {
      losses.add(start, "origin", "chat chunks have no place for " + start.origin().keySet());
    }
    Json head = head(start);
    if (start.synthetic() && head != null) {
      become(start.block().block(), /* isPaused= */ true);
      chunks.delta(choice, json -> details(json, head));
    }
  }

  private void become(int block, boolean isPaused) {
    if (current == null || current != block) {
      detailedChars = 0;
    }
    current = block;
    paused = isPaused;
  }

  private boolean isCurrent(int block) {
    return current != null && current == block;
  }

  /** Other content came, so reasoning text now begins a new block. */
  void pause() {
    paused = current != null;
  }

  /** Writes a delta; returns whether it waits for text to be written with. */
  boolean delta(BlockStart start, BlockDelta delta, boolean textIsOpen) {
    int block = delta.block().block();
    if (isCurrent(block) && paused && textIsOpen) {
      BlockDelta waiting = pending;
      String before = waiting == null ? "" : waiting.text();
      pending = new BlockDelta(delta.block(), delta.part(), before + delta.text());
      pendingStart = start;
      return true;
    }
    flush();
    if (isCurrent(block) && paused) {
      losses.add(delta, "block", "reasoning after a call is read as a block of its own");
    }
    become(block, /* isPaused= */ false);
    chunks.delta(choice, json -> fields(json, start, delta.text()));
    return false;
  }

  /** Writes text, and the reasoning that waited for it. */
  void withContent(String content) {
    BlockStart start = pendingStart;
    BlockDelta waiting = pending;
    pending = null;
    chunks.delta(
        choice,
        json -> {
          if (start != null && waiting != null) {
            fields(json, start, waiting.text());
          }
          json.field("content", content);
        });
    pause();
  }

  /** No text came to be written with. */
  void flush() {
    BlockStart start = pendingStart;
    BlockDelta waiting = pending;
    if (start != null && waiting != null) {
      pending = null;
      losses.add(waiting, "block", "reasoning after text is read as a block of its own");
      become(waiting.block().block(), /* isPaused= */ false);
      chunks.delta(choice, json -> fields(json, start, waiting.text()));
    }
  }

  private void fields(JsonText json, BlockStart start, String text) {
    String field = source.sameDialect() ? start.origin().get("field") : null;
    if (ChatChoice.CONTENT_PART.equals(field)) {
      json.name("content").beginArray().beginObject().field("type", "thinking");
      json.name("thinking").beginArray().beginObject();
      json.field("type", "text").field("text", text).endObject().endArray();
      json.endObject().endArray();
      return;
    }
    Json head = head(start);
    boolean isOnlyDetailed = head != null && ChatChoice.DETAILS.equals(field);
    if (!isOnlyDetailed) {
      boolean isKnown = field != null && ChatChoice.REASONING_FIELDS.contains(field);
      json.field(field != null && isKnown ? field : "reasoning_content", text);
    }
    if (head != null) {
      detailedChars += text.length();
      details(json, ReasoningDetails.piece(head, text));
    }
  }

  private static void details(JsonText json, Json entry) {
    json.name(ChatChoice.DETAILS).beginArray().value(entry).endArray();
  }

  private @Nullable Json head(BlockStart start) {
    return source.sameDialect()
        ? ProviderJson.object(start.origin().get(ChatChoice.DETAILS))
        : null;
  }

  void end(BlockStart start, BlockEnd end) {
    flush();
    Reasoning reasoning = end.reasoning();
    if (reasoning == null) {
      if (end.source() != null) {
        losses.add(end, "source", "it is JSON of another dialect");
      }
      return;
    }
    // What has no text of its own is known by its entry alone.
    boolean isDetail = start.synthetic() && !source.sameDialect();
    if (current != null && !isCurrent(end.block().block()) && !isDetail) {
      losses.add(end, "reasoning", "other reasoning has begun, and details belong to the last");
      return;
    }
    if (current == null) {
      become(end.block().block(), /* isPaused= */ true);
    }
    Json entries = source.sameDialect() ? ProviderJson.parse(end.source()) : null;
    if (entries != null && entries.isArray()) {
      ownDetails(start, end, entries);
    } else if (reasoning.encrypted() != null && source.sameDialect()) {
      chunks.delta(choice, json -> json.fieldIfAny("reasoning_opaque", reasoning.encrypted()));
    } else {
      foreignDetails(end, reasoning);
    }
  }

  /** Writes what the deltas have not said yet. */
  private void ownDetails(BlockStart start, BlockEnd end, Json entries) {
    var rest = new ReasoningDetails.Rest(head(start), detailedChars, entries);
    if (!rest.isWhole()) {
      losses.add(
          end, "source", "text inside the details cannot be repeated without saying it twice");
    }
    if (!rest.entries().isEmpty()) {
      chunks.delta(
          choice,
          json -> {
            json.name(ChatChoice.DETAILS).beginArray();
            rest.entries().forEach(json::value);
            json.endArray();
          });
    }
  }

  private void foreignDetails(BlockEnd end, Reasoning reasoning) {
    if (!reasoning.summary().isEmpty()) {
      losses.add(end, "reasoning.summary", "its parts are written as one text");
    }
    if (reasoning.redacted()) {
      losses.add(end, "reasoning.redacted", "details only say that the data is encrypted");
    }
    if (end.source() != null) {
      losses.add(end, "source", "it is JSON of another dialect");
    }
    String id = reasoning.id();
    String signature = reasoning.signature();
    String encrypted = reasoning.encrypted();
    if (signature == null && encrypted == null) {
      if (id != null) {
        losses.add(end, "reasoning.id", "nothing opaque goes with it");
      }
      return;
    }
    chunks.delta(
        choice,
        json -> {
          json.name(ChatChoice.DETAILS).beginArray();
          if (signature != null) {
            json.beginObject().field("type", "reasoning.text").field("signature", signature);
            json.fieldIfAny("id", encrypted == null ? id : null)
                .field("index", blocks - 1L)
                .endObject();
          }
          if (encrypted != null) {
            json.beginObject().field("type", "reasoning.encrypted").field("data", encrypted);
            json.fieldIfAny("id", id).field("index", blocks - 1L).endObject();
          }
          json.endArray();
        });
  }
}
