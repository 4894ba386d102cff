package dev.weir.codec.dialect.responses;

import dev.weir.codec.LimitExceededException;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call that the client must run: a function or a custom tool.
 *
 * <p>Its block opens once the call has a name, which comes with the item, not with the deltas.
 * Arguments that come earlier wait for it.
 */
final class ClientCallItem extends OutputItem {
  private static final Set<String> KNOWN =
      Set.of("id", "type", "status", "call_id", "name", "namespace", "arguments", "input");

  private final int maxWaitingChars;
  private final StringBuilder waiting = new StringBuilder();
  private @Nullable OpenBlock block;
  private @Nullable String callId;
  private @Nullable String name;
  private @Nullable String namespace;
  private @Nullable String source;
  private String announcedArguments = "";
  private boolean whole;

  ClientCallItem(
      EventWriter writer, int output, String type, @Nullable Long index, int maxWaitingChars) {
    super(writer, output, type, index);
    this.maxWaitingChars = maxWaitingChars;
  }

  @Override
  void learn(Json item) {
    callId = known(callId, item.get("call_id"));
    name = known(name, item.get("name"));
    namespace = known(namespace, item.get("namespace"));
    source = extras(item, KNOWN);
    announcedArguments = arguments(item);
    OpenBlock open = block;
    if (open != null) {
      open.source(source);
    } else if (name != null) {
      open();
    }
  }

  private static @Nullable String known(@Nullable String earlier, Json said) {
    return earlier == null ? said.textIfAny() : earlier;
  }

  private static Json payload(Json item) {
    return item.has("arguments") ? item.get("arguments") : item.get("input");
  }

  /** Some servers send the arguments as an object instead of its text. */
  private static String arguments(Json item) {
    Json payload = payload(item);
    return payload.isObject() ? JsonText.canonical(payload) : payload.textOrEmpty();
  }

  private OpenBlock open() {
    OpenBlock open = block;
    if (open == null) {
      Map<String, String> origin = new LinkedHashMap<>();
      origin.put("type", type);
      putIfAny(origin, "item", id);
      putIfAny(origin, "namespace", namespace);
      String answerTo = callId == null ? id : callId;
      open =
          writer.open(output, BlockKind.TOOL_CALL, answerTo, name, /* synthetic= */ false, origin);
      open.source(source);
      block = open;
      writer.delta(open, waiting.toString());
      waiting.setLength(0);
    }
    return open;
  }

  private static void putIfAny(Map<String, String> origin, String field, @Nullable String value) {
    if (value != null) {
      origin.put(field, value);
    }
  }

  @Override
  void add(Slot slot, int part, String text) {
    OpenBlock open = block;
    if (open != null) {
      writer.delta(open, text);
      return;
    }
    if (waiting.length() + text.length() > maxWaitingChars) {
      throw new LimitExceededException(
          "The arguments of a call without a name exceed %,d characters; check the upstream"
              .formatted(maxWaitingChars));
    }
    waiting.append(text);
  }

  @Override
  void reconcile(Slot slot, int part, String text) {
    whole = true;
    OpenBlock open = block;
    if (open != null) {
      writer.reconcile(open, text);
    } else if (text.startsWith(waiting.toString())) {
      waiting.setLength(0);
      add(slot, part, text);
    }
  }

  @Override
  void settle(Json item) {
    OpenBlock open = open();
    // After deltas, an object is only another spelling of what they said.
    if (!payload(item).isObject() || open.length() == 0) {
      writer.reconcile(open, arguments(item));
    }
  }

  @Override
  void close(boolean complete) {
    writer.end(open(), complete);
  }

  @Override
  void cut() {
    OpenBlock open = open();
    if (open.length() == 0) {
      writer.delta(open, announcedArguments);
    }
    writer.end(open, whole);
  }

  @Override
  void forget() {
    open().forget();
    announcedArguments = "";
    source = null;
  }

  @Override
  void progress(String status) {
    OpenBlock open = block;
    if (open != null) {
      writer.toolProgress(open, status);
    }
  }

  @Override
  FinishReason reason() {
    return FinishReason.TOOL_CALLS;
  }
}
