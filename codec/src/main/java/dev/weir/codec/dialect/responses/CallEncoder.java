package dev.weir.codec.dialect.responses;

import dev.weir.codec.json.JsonText;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a call that the client must run: a function, or a custom tool with free text. */
final class CallEncoder extends ItemEncoder {
  /** What other dialects say of a call, or what a client's own call is rebuilt from. */
  private static final Set<String> CARRIED = Set.of("type", "namespace");

  private final boolean isCustom;
  private final String callId;
  private final @Nullable String name;
  private final @Nullable String namespace;
  private final StringBuilder arguments = new StringBuilder();
  private boolean said;
  private @Nullable String source;

  CallEncoder(Shared shared, int index, String id, String callId, BlockStart start) {
    super(shared, index, id);
    this.callId = callId;
    this.name = start.name();
    this.isCustom = start.origin().getOrDefault("type", "").startsWith("custom");
    this.namespace = start.origin().get("namespace");
    announce(this::fields);
  }

  private void fields(JsonText json) {
    json.field("id", id).field("type", isCustom ? "custom_tool_call" : "function_call");
    json.fieldIfAny("status", isDone() ? status() : "in_progress");
    json.field("call_id", callId).fieldIfAny("name", name).fieldIfAny("namespace", namespace);
    json.field(isCustom ? "input" : "arguments", arguments.toString());
  }

  @Override
  boolean takes(BlockStart start) {
    return false;
  }

  @Override
  void start(BlockStart start) {
    boolean carried = sameDialect() || CARRIED.containsAll(start.origin().keySet());
    if (!carried) {
      losses().add(start, "origin", "a call has no place for " + start.origin().keySet());
    }
  }

  @Override
  void delta(BlockDelta delta) {
    shared.held().append(arguments, delta.text());
    say(stem() + "delta", json -> json.field("delta", delta.text()));
  }

  private String stem() {
    return isCustom ? "custom_tool_call_input." : "function_call_arguments.";
  }

  @Override
  void end(BlockEnd end) {
    if (end.signature() != null) {
      losses().add(end, "signature", "a call is not signed");
    }
    if (end.source() != null && !sameDialect()) {
      losses().add(end, "source", "it is JSON of another dialect");
    } else if (end.source() != null) {
      source = end.source();
    }
    if (end.complete() && arguments.isEmpty() && !isCustom && !sameDialect()) {
      losses().add(end, "arguments", "a call without arguments is written with {}");
      arguments.append("{}");
    }
    if (end.complete()) {
      settleCut();
    }
  }

  @Override
  boolean isWhole() {
    return said;
  }

  @Override
  void settleCut() {
    if (!said) {
      said = true;
      String whole = arguments.toString();
      say(
          stem() + "done",
          json -> {
            json.fieldIfAny("name", isCustom ? null : name);
            json.field(isCustom ? "input" : "arguments", whole);
          });
    }
  }

  @Override
  void fields(JsonText json, @Nullable Reasoning late) {
    fields(json);
    extras(json, source);
  }
}
