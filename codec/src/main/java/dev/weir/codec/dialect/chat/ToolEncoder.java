package dev.weir.codec.dialect.chat;

import dev.weir.codec.dialect.CallIds;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.Losses;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the calls of one choice, numbered as they start, and, if they come from this dialect, the
 * tools that the provider ran.
 */
final class ToolEncoder {
  private final ChatChunks chunks;
  private final EventSource source;
  private final Losses losses;
  private final int choice;
  private final Map<Integer, Call> calls = new HashMap<>();
  private final Map<Integer, Executed> executed = new HashMap<>();
  private final Set<Integer> impliedOutputs = new HashSet<>();
  private int callsStarted;
  private int toolsStarted;
  private @Nullable String impliedOutput;

  private static final class Call {
    final int index;
    final boolean isCustom;
    boolean hasArguments;

    Call(int index, boolean isCustom) {
      this.index = index;
      this.isCustom = isCustom;
    }
  }

  private static final class Executed {
    final BlockStart start;
    final int index;
    boolean announced;

    Executed(BlockStart start, int index) {
      this.start = start;
      this.index = index;
    }
  }

  ToolEncoder(ChatChunks chunks, EventSource source, Losses losses, int choice) {
    this.chunks = chunks;
    this.source = source;
    this.losses = losses;
    this.choice = choice;
  }

  boolean hasCalls() {
    return callsStarted > 0;
  }

  void start(BlockStart start) {
    String type = start.origin().getOrDefault("type", "");
    var call = new Call(callsStarted++, type.startsWith("custom"));
    calls.put(start.block().block(), call);
    boolean carriesOrigin = start.origin().keySet().stream().allMatch("type"::equals);
    if (!carriesOrigin) {
      losses.add(start, "origin", "chat chunks have no place for " + start.origin().keySet());
    }
    String id = id(start);
    entry(
        call,
        json -> {
          json.fieldIfAny("id", id).field("type", call.isCustom ? "custom" : "function");
          body(call, json, start.name(), "");
        });
  }

  /** Servers of this dialect may leave the id out; their clients can do without. */
  private @Nullable String id(BlockStart start) {
    if (start.id() != null || source.sameDialect()) {
      return start.id();
    }
    losses.add(start, "id", "a call must have one, so it is made up");
    return CallIds.of(chunks.id(), start.block());
  }

  void delta(BlockDelta delta) {
    Call call = calls.get(delta.block().block());
    if (call != null) {
      call.hasArguments = true;
      entry(call, json -> body(call, json, /* name= */ null, delta.text()));
    }
  }

  private static void body(Call call, JsonText json, @Nullable String name, String arguments) {
    json.name(call.isCustom ? "custom" : "function").beginObject().fieldIfAny("name", name);
    json.field(call.isCustom ? "input" : "arguments", arguments).endObject();
  }

  private void entry(Call call, Consumer<JsonText> fields) {
    chunks.delta(
        choice,
        json -> {
          json.name("tool_calls").beginArray().beginObject().field("index", call.index);
          fields.accept(json);
          json.endObject().endArray();
        });
  }

  /** Ends a call; its signature goes where Gemini's chat endpoint puts it. */
  void end(BlockEnd end) {
    Call call = calls.remove(end.block().block());
    boolean saysNothing = call != null && !call.hasArguments && !call.isCustom;
    if (call != null && saysNothing && end.complete() && !source.sameDialect()) {
      losses.add(end, "arguments", "a call without arguments is written with {}");
      entry(call, json -> body(call, json, /* name= */ null, "{}"));
    }
    Json extra = source.sameDialect() ? ProviderJson.object(end.source()) : null;
    String signature = end.signature();
    if (call == null || (extra == null && signature == null)) {
      return;
    }
    entry(
        call,
        json -> {
          // Clients insist on a function in every entry.
          body(call, json, /* name= */ null, "");
          json.name("extra_content");
          if (extra != null) {
            json.value(extra);
          } else {
            json.beginObject()
                .name("google")
                .beginObject()
                .fieldIfAny("thought_signature", signature);
            json.endObject().endObject();
          }
        });
  }

  void startServerTool(BlockStart start) {
    if (source.sameDialect()) {
      executed.put(start.block().block(), new Executed(start, toolsStarted++));
    } else {
      lost(start);
    }
  }

  private void lost(StreamEvent event) {
    losses.add(event, "chat chunks have no place for tools that the provider runs");
  }

  /** The arguments come whole, with the tool's first entry. */
  void serverDelta(BlockDelta delta) {
    Executed tool = executed.get(delta.block().block());
    if (tool != null && !tool.announced) {
      announce(tool, delta.text());
    } else if (!impliedOutputs.contains(delta.block().block())) {
      lost(delta);
    }
  }

  private void announce(Executed tool, @Nullable String arguments) {
    tool.announced = true;
    tool(json ->
        json.beginObject()
            .field("index", tool.index)
            .fieldIfAny("id", tool.start.id())
            .fieldIfAny("type", tool.start.name())
            .fieldIfAny("arguments", arguments)
            .endObject());
  }

  private void tool(Consumer<JsonText> entry) {
    chunks.delta(
        choice,
        json -> {
          json.name("executed_tools").beginArray();
          entry.accept(json);
          json.endArray();
        });
  }

  void endServerTool(BlockEnd end) {
    Executed tool = executed.remove(end.block().block());
    if (tool == null) {
      lost(end);
      return;
    }
    if (!tool.announced) {
      announce(tool, /* arguments= */ null);
    }
    Json whole = ProviderJson.object(end.source());
    if (whole != null) {
      Map<String, Json> fields = new LinkedHashMap<>(whole.fields());
      fields.put("index", new Json.Num(Integer.toString(tool.index)));
      tool(json -> json.value(new Json.Fields(fields)));
      impliedOutput = whole.has("output") ? whole.get("output").textOrEmpty() : null;
    }
  }

  /** What a tool returned is in the tool's own last entry, so it has been written by now. */
  void startOutput(BlockStart start) {
    if (impliedOutput == null) {
      lost(start);
    } else {
      impliedOutputs.add(start.block().block());
      impliedOutput = null;
    }
  }

  void endOutput(BlockEnd end) {
    if (!impliedOutputs.remove(end.block().block())) {
      lost(end);
    }
  }
}
