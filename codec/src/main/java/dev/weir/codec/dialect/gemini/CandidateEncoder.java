package dev.weir.codec.dialect.gemini;

import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.HeldText;
import dev.weir.codec.dialect.Losses;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the parts of one candidate.
 *
 * <p>Text and thoughts are written as they come; everything else is one part and waits for its end.
 * A signature is on the part that it seals, or on an empty one right after its text. So this
 * remembers which block a reader takes the last part for.
 */
final class CandidateEncoder {
  private final GeminiChunks chunks;
  private final EventSource source;
  private final Losses losses;
  private final HeldText held;
  private final int index;
  private final Map<Integer, BlockStart> starts = new HashMap<>();
  private final Map<Integer, StringBuilder> whole = new HashMap<>();
  private @Nullable BlockStart last;
  private boolean lastIsSigned;

  CandidateEncoder(
      GeminiChunks chunks, EventSource source, Losses losses, HeldText held, int index) {
    this.chunks = chunks;
    this.source = source;
    this.losses = losses;
    this.held = held;
    this.index = index;
  }

  void start(BlockStart start) {
    int block = start.block().block();
    starts.put(block, start);
    switch (start.kind()) {
      case TEXT, REFUSAL, REASONING -> {
        if (start.kind() == BlockKind.REFUSAL) {
          losses.add(start, "kind", "a candidate has no refusal; it is written as text");
        }
        if (start.id() != null) {
          losses.add(start, "id", "text has no id");
        }
        if (!start.origin().isEmpty()) {
          losses.add(start, "origin", "a part has no place for " + start.origin().keySet());
        }
        if (!start.synthetic() && isSameRun(start)) {
          losses.add(start, "block", "it runs on from the text before it");
        }
      }
      case TOOL_CALL -> {
        whole.put(block, new StringBuilder());
        if (!start.origin().isEmpty()) {
          losses.add(start, "origin", "a call has no place for " + start.origin().keySet());
        }
      }
      case SERVER_TOOL, TOOL_OUTPUT, MEDIA -> {
        if (source.sameDialect()) {
          whole.put(block, new StringBuilder());
        } else {
          losses.add(start, "media and tools of another dialect's provider are not translated");
        }
      }
    }
  }

  private boolean isSameRun(BlockStart start) {
    BlockStart before = last;
    return before != null
        && !lastIsSigned
        && isThought(before) == isThought(start)
        && isText(before);
  }

  private static boolean isThought(BlockStart start) {
    return start.kind() == BlockKind.REASONING;
  }

  private static boolean isText(BlockStart start) {
    return switch (start.kind()) {
      case TEXT, REFUSAL, REASONING -> true;
      case TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> false;
    };
  }

  private BlockStart start(StreamEvent event, int block) {
    BlockStart start = starts.get(block);
    if (start == null) {
      throw new IllegalArgumentException(
          "%s outside block %d; check the events with GrammarChecker"
              .formatted(event.getClass().getSimpleName(), block));
    }
    return start;
  }

  void delta(BlockDelta delta) {
    int block = delta.block().block();
    BlockStart start = start(delta, block);
    StringBuilder text = whole.get(block);
    if (text != null) {
      held.append(text, delta.text());
    } else if (isText(start)) {
      text(start, delta);
    } else {
      losses.add(delta, "its block is not written");
    }
  }

  private void text(BlockStart start, BlockDelta delta) {
    if (delta.part() != 0) {
      losses.add(delta, "part", "the parts of a text are not numbered");
    }
    boolean begun = last != null && last.block().equals(start.block());
    if (begun && lastIsSigned) {
      losses.add(delta, "block", "text after a signature is read as a block of its own");
    }
    if (!begun) {
      become(start);
    }
    lastIsSigned = false;
    chunks.part(index, json -> json.field("text", delta.text()).flag("thought", isThought(start)));
  }

  private void become(BlockStart start) {
    last = start;
    lastIsSigned = false;
  }

  void end(BlockEnd end) {
    int block = end.block().block();
    BlockStart start = start(end, block);
    starts.remove(block);
    StringBuilder text = whole.remove(block);
    if (text != null) {
      held.release(text);
      whole(start, end, text.toString());
    } else if (isThought(start)) {
      thought(start, end);
    } else if (start.kind() == BlockKind.TEXT || start.kind() == BlockKind.REFUSAL) {
      lostSource(end);
      sign(start, end, end.signature());
    } else {
      losses.add(end, "its block is not written");
    }
  }

  private void lostSource(BlockEnd end) {
    if (end.source() != null) {
      losses.add(end, "source", "it is JSON of another dialect");
    }
  }

  private void thought(BlockStart start, BlockEnd end) {
    lostSource(end);
    Reasoning reasoning = end.reasoning();
    if (reasoning == null) {
      return;
    }
    if (reasoning.id() != null) {
      losses.add(end, "reasoning.id", "a thought has no id");
    }
    if (!reasoning.summary().isEmpty()) {
      losses.add(end, "reasoning.summary", "its parts are written as one text");
    }
    if (reasoning.encrypted() != null) {
      losses.add(end, "reasoning.encrypted", "a thought has only a signature");
    }
    sign(start, end, reasoning.signature());
  }

  private void sign(BlockStart start, BlockEnd end, @Nullable String signature) {
    boolean isLast = last != null && last.block().equals(start.block());
    // Another provider's seal contains what it is about; its place does not matter.
    boolean isAnywhere = last == null || lastIsSigned || !source.sameDialect();
    boolean shows = isLast || (isThought(start) && isAnywhere);
    if (signature == null) {
      return;
    }
    if (!isBytes(signature)) {
      losses.add(end, "signature", "a signature must be base64, or clients throw");
      return;
    }
    if (!shows || (isLast && lastIsSigned)) {
      losses.add(
          end,
          isThought(start) ? "reasoning.signature" : "signature",
          "a signature can only follow the part that it seals");
      return;
    }
    if (!isLast) {
      become(start);
    }
    lastIsSigned = true;
    chunks.part(
        index,
        json ->
            json.field("text", "")
                .flag("thought", isThought(start))
                .field("thoughtSignature", signature));
  }

  /** Providers of other dialects sign in their own way. */
  private boolean isBytes(@Nullable String signature) {
    if (signature == null || source.sameDialect()) {
      return true;
    }
    try {
      Base64.getDecoder().decode(signature);
      return true;
    } catch (IllegalArgumentException other) {
      return false;
    }
  }

  private void whole(BlockStart start, BlockEnd end, String text) {
    String signature = isBytes(end.signature()) ? end.signature() : null;
    if (end.signature() != null && signature == null) {
      losses.add(end, "signature", "a signature must be base64, or clients throw");
    }
    if (start.kind() == BlockKind.TOOL_CALL) {
      lostSource(end);
      become(start);
      CallPart call = CallPart.of(start, end, text, losses);
      chunks.part(
          index,
          json -> {
            call.write(json);
            json.fieldIfAny("thoughtSignature", signature);
          });
    } else {
      become(start);
      chunks.part(
          index,
          json -> {
            ProviderPart.write(json, start, end.source(), text);
            json.fieldIfAny("thoughtSignature", signature);
          });
    }
    lastIsSigned = signature != null;
  }

  void annotation(Annotation annotation) {
    Json json = source.sameDialect() ? ProviderJson.parse(annotation.json()) : null;
    boolean isLast = last != null && last.block().equals(annotation.block());
    if (json == null || !isLast || !GeminiCandidate.isMark(annotation.kind())) {
      losses.add(annotation, "citations of another dialect are not translated");
    } else {
      chunks.candidate(index, /* usage= */ null, c -> c.name(annotation.kind()).value(json));
    }
  }
}
