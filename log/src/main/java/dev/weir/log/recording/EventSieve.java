package dev.weir.log.recording;

import dev.weir.codec.json.EventJson;
import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Takes secrets out of events, even those that a provider spread over several deltas: a server that
 * repeats a key must not reveal it to those who read its answers.
 *
 * <p>Characters at the end of a delta that may be the beginning of a secret are held until what
 * follows decides; that is less than the longest secret, and usually nothing. Every character of a
 * secret becomes an asterisk, so that lengths stay as they were. Belongs to one stream and one
 * thread at a time.
 */
public final class EventSieve {
  /** A text that grows by deltas. */
  private record Part(BlockId block, int part) {}

  private final Secrets secrets;
  private Map<Part, String> held = Map.of();

  /** Holds these back. */
  public EventSieve(Secrets secrets) {
    this.secrets = secrets;
  }

  /** Hands over the events that this one completes, oldest first. */
  public void feed(StreamEvent event, Consumer<? super StreamEvent> out) {
    if (secrets.isEmpty()) {
      out.accept(event);
    } else if (event instanceof BlockDelta delta) {
      delta(delta, out);
    } else {
      release(out);
      out.accept(safe(event));
    }
  }

  private void delta(BlockDelta delta, Consumer<? super StreamEvent> out) {
    var part = new Part(delta.block(), delta.part());
    String before = held.isEmpty() ? null : held.remove(part);
    String text = before == null ? delta.text() : before + delta.text();
    String safe = secrets.hide(text);
    int beginning = secrets.beginningAtEnd(text);
    int length = text.length() - beginning;
    if (!safe.endsWith(text.substring(length))) {
      // It is the end of a secret, not the beginning of another.
      beginning = 0;
      length = text.length();
    }
    if (beginning > 0) {
      held = held.isEmpty() ? new LinkedHashMap<>() : held;
      held.put(part, text.substring(length));
    }
    if (before == null && beginning == 0 && safe.equals(text)) {
      out.accept(delta);
    } else if (length > 0 || delta.text().isEmpty()) {
      out.accept(new BlockDelta(delta.block(), delta.part(), safe.substring(0, length)));
    }
  }

  /** Nothing more comes that could complete a secret. A long beginning of one is hidden too. */
  private void release(Consumer<? super StreamEvent> out) {
    held.forEach((part, text) ->
        out.accept(
            new BlockDelta(
                part.block(),
                part.part(),
                text.length() < Secrets.LEAST_LENGTH ? text : "*".repeat(text.length()))));
    held = Map.of();
  }

  private StreamEvent safe(StreamEvent event) {
    String json = EventJson.write(event);
    String safe = secrets.hide(json);
    return safe.equals(json) ? event : EventJson.read(safe);
  }
}
