package dev.weir.codec.dialect.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.line.JsonBalance;
import dev.weir.event.BlockKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the call that a {@code tool_calls} entry belongs to, and adds to it.
 *
 * <p>According to the documentation, an entry names its call by index. On the wire the index may be
 * missing, negative, or shared by different calls; the same call may come under several indexes,
 * and a proxy may repeat the whole arguments after their deltas. So: a known id wins; else the
 * index, unless the entry brings another id and a name, which is another call; else an entry with
 * neither continues the last call.
 */
final class ChatToolCalls {
  private final EventWriter writer;
  private final int output;
  private final List<Call> calls = new ArrayList<>();
  private final Map<Long, Call> byIndex = new HashMap<>();
  private final Map<String, Call> byId = new HashMap<>();

  ChatToolCalls(EventWriter writer, int output) {
    this.writer = writer;
    this.output = output;
  }

  void add(Json entry) {
    Json function = entry.get("function");
    Json custom = entry.get("custom");
    boolean isCustom = custom.isObject();
    Json body = isCustom ? custom : function.isObject() ? function : entry;
    Json arguments = body.get(isCustom ? "input" : "arguments");
    String name = body.get("name").textIfAny();
    String id = entry.get("id").word();
    Call call = find(entry.get("index").number(), id, name);
    call.id = call.id == null ? id : call.id;
    call.name = call.name == null ? name : call.name;
    call.type = isCustom ? "custom" : call.type;
    call.extra(entry.get("extra_content"));
    if (id != null) {
      byId.putIfAbsent(id, call);
    }
    append(call, arguments);
  }

  /** The deprecated single {@code function_call}, which has neither id nor index. */
  void addLegacy(Json function) {
    Call call = find(/* index= */ null, /* id= */ null, function.get("name").textIfAny());
    call.name = call.name == null ? function.get("name").textIfAny() : call.name;
    append(call, function.get("arguments"));
  }

  private Call find(@Nullable Long index, @Nullable String id, @Nullable String name) {
    Call sameId = id == null ? null : byId.get(id);
    if (sameId != null && sameId.mayBeCalled(name)) {
      if (index != null) {
        byIndex.put(index, sameId);
      }
      return sameId;
    }
    Call sameIndex = index == null ? null : byIndex.get(index);
    if (sameIndex != null && !sameIndex.isAnother(id, name)) {
      return sameIndex;
    }
    if (index == null && id == null && !calls.isEmpty()) {
      Call last = calls.getLast();
      if (name == null || (name.equals(last.name) && !last.isWhole())) {
        return last;
      }
    }
    var call = new Call();
    calls.add(call);
    if (index != null) {
      byIndex.put(index, call);
    }
    return call;
  }

  private void append(Call call, Json arguments) {
    // Some servers send the arguments as an object instead of its text.
    String text =
        arguments.isObject() || arguments.isArray()
            ? JsonText.canonical(arguments)
            : arguments.textOrEmpty();
    if (call.name == null && text.isEmpty()) {
      return;
    }
    OpenBlock block = open(call);
    boolean repeated =
        text.length() == block.length() && text.equals(block.arguments()) && call.isWhole();
    if (!repeated) {
      writer.delta(block, text);
    }
  }

  private OpenBlock open(Call call) {
    OpenBlock block = call.block;
    if (block == null) {
      Map<String, String> origin = call.type == null ? Map.of() : Map.of("type", call.type);
      block =
          writer.open(
              output, BlockKind.TOOL_CALL, call.id, call.name, /* synthetic= */ false, origin);
      block.signature(call.signature).source(call.source);
      call.block = block;
    }
    return block;
  }

  /** Opens the calls that never got a name or arguments: they still happened. */
  void end() {
    calls.forEach(this::open);
  }

  private static final class Call {
    @Nullable String id;
    @Nullable String name;
    @Nullable String type;
    @Nullable String signature;
    @Nullable String source;
    @Nullable OpenBlock block;
    private final JsonBalance balance = new JsonBalance();

    /** How many characters of the arguments have been checked for balanced brackets. */
    private int balanced;

    boolean mayBeCalled(@Nullable String other) {
      return other == null || name == null || other.equals(name);
    }

    /** Whether an entry under this call's index is nevertheless another call. */
    boolean isAnother(@Nullable String otherId, @Nullable String otherName) {
      if (otherName == null) {
        return false;
      }
      if (otherId != null && id != null) {
        return !otherId.equals(id);
      }
      return block != null && name != null && !otherName.equals(name);
    }

    boolean isWhole() {
      OpenBlock open = block;
      String more = open == null ? "" : open.argumentsFrom(balanced);
      balanced += more.length();
      byte[] bytes = more.getBytes(UTF_8);
      balance.feed(bytes, 0, bytes.length);
      return balance.isWhole();
    }

    /** Gemini behind the chat dialect signs its calls here. */
    void extra(Json extra) {
      if (extra.isObject()) {
        source = extra.toText();
        signature = extra.get("google").get("thought_signature").text();
        OpenBlock open = block;
        if (open != null) {
          open.signature(signature).source(source);
        }
      }
    }
  }
}
