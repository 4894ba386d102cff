package dev.weir.terminal;

import dev.weir.event.BlockId;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Knows which messages were shown while they streamed: by the response's id, and where it has none,
 * as with many local servers, by what it says. Two streams that say the same are two messages.
 *
 * <p>Texts are remembered by length and hash. Any thread may ask; a stream belongs to one thread at
 * a time.
 */
final class StreamedMessages {
  private static final int MAX_REMEMBERED = 10_000;

  private final Set<String> ids = new HashSet<>();
  private final Map<List<Text>, Integer> withoutId = new HashMap<>();

  /** One part of a block, by its place. */
  private record Text(int block, int part, int length, int hash) {}

  /** Begins to follow a stream. */
  Stream stream() {
    return new Stream();
  }

  /** Whether this message was shown as a stream; for one without an id, true only once. */
  synchronized boolean take(Response response) {
    String id = response.responseId();
    if (id != null) {
      return ids.contains(id);
    }
    List<Text> key = key(response);
    Integer count = withoutId.get(key);
    if (count == null) {
      return false;
    }
    withoutId.compute(key, (same, n) -> n == null || n == 1 ? null : Integer.valueOf(n - 1));
    return true;
  }

  private synchronized void remember(@Nullable String id) {
    if (id != null && ids.size() < MAX_REMEMBERED) {
      ids.add(id);
    }
  }

  private synchronized void remember(List<Text> key) {
    if (withoutId.size() < MAX_REMEMBERED || withoutId.containsKey(key)) {
      withoutId.merge(key, 1, Integer::sum);
    }
  }

  private static List<Text> key(Response response) {
    List<Text> key = new ArrayList<>();
    for (Response.Block block : response.blocks()) {
      for (int part = 0; part < block.parts().size(); part++) {
        String text = block.parts().get(part);
        if (!text.isEmpty()) {
          key.add(new Text(block.block().block(), part, text.length(), text.hashCode()));
        }
      }
    }
    return key;
  }

  /** What one stream has said so far. */
  final class Stream {
    private final Map<Integer, Map<Integer, Growing>> blocks = new TreeMap<>();
    private boolean isNamed;

    void accept(StreamEvent event) {
      if (event instanceof StreamEvent.BlockDelta delta) {
        growing(delta.block(), delta.part()).append(delta.text());
        return;
      }
      switch (event) {
        case StreamEvent.ResponseStart start -> name(start.responseId());
        case StreamEvent.ResponseProgress progress -> name(progress.responseId());
        case StreamEvent.PassStart start -> name(start.responseId());
        case StreamEvent.BlockRepair repair ->
            growing(repair.block(), repair.part()).become(repair.text());
        case StreamEvent.ResponseEnd end -> end();
        case StreamEvent other -> {}
      }
    }

    private void name(@Nullable String id) {
      isNamed |= id != null;
      remember(id);
    }

    private Growing growing(BlockId block, int part) {
      return blocks
          .computeIfAbsent(block.block(), number -> new TreeMap<>())
          .computeIfAbsent(part, number -> new Growing());
    }

    private void end() {
      if (isNamed) {
        return;
      }
      List<Text> key = new ArrayList<>();
      blocks.forEach((block, parts) ->
          parts.forEach((part, text) -> key.add(new Text(block, part, text.length, text.hash))));
      remember(key);
    }
  }

  /** A text by its length and its hash, which is that of the {@link String}. */
  private static final class Growing {
    int length;
    int hash;

    void append(String text) {
      length += text.length();
      for (int i = 0; i < text.length(); i++) {
        hash = 31 * hash + text.charAt(i);
      }
    }

    void become(String text) {
      length = text.length();
      hash = text.hashCode();
    }
  }
}
