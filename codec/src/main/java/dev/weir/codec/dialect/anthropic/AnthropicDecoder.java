package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.Hole;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of a Messages stream, or one whole message instead of them.
 *
 * <p>A message is one output. Its blocks are told apart by their index. The stop reason comes with
 * {@code message_delta}, but only {@code message_stop} ends the message: bytes that end between the
 * two were cut. An {@code error} ends it at once.
 *
 * <p>A proxy that retries in the middle of a message begins again with another {@code
 * message_start}. One with the same id is a repetition and says nothing new; one with a new id is a
 * second response: what the first left open was cut, and what follows is still read.
 */
final class AnthropicDecoder implements DialectDecoder {
  private static final int OUTPUT = 0;
  private static final Set<String> EVENTS =
      Set.of(
          "message_start",
          "content_block_start",
          "content_block_delta",
          "content_block_stop",
          "message_delta",
          "message_stop");
  private static final Set<String> EVENT_FIELDS =
      Set.of("type", "index", "message", "content_block", "delta", "usage");
  private static final Set<String> MESSAGE_FIELDS =
      Set.of("id", "type", "role", "content", "model", "stop_reason", "usage", "container");
  private static final Set<String> CONTENT_FIELDS =
      Set.of(
          "type",
          "text",
          "citations",
          "thinking",
          "signature",
          "data",
          "id",
          "name",
          "input",
          "caller",
          "server_name",
          "toolset_name");

  /** What deltas hold; estimated tokens are a hint that grows with every delta of thinking. */
  private static final Set<String> DELTA_FIELDS =
      Set.of(
          "type",
          "text",
          "thinking",
          "estimated_tokens",
          "signature",
          "partial_json",
          "citation",
          "content",
          "encrypted_content");

  private static final List<Hole> HOLES =
      List.of(
          Hole.delta("delta", "text"),
          Hole.delta("delta", "thinking"),
          Hole.delta("delta", "partial_json"),
          Hole.of(Hole.Role.IGNORED_NUMBER, "delta", "estimated_tokens"));

  private final EventWriter writer;
  private final UnknownFields unknown;
  private final Map<Long, ContentBlock> open = new LinkedHashMap<>();
  private Json lastContainer = Json.Null.NULL;
  private long lastIndex;
  private boolean messageStarted;
  private boolean hasCalls;
  private @Nullable String messageId;
  private @Nullable String word;

  AnthropicDecoder(EventWriter writer) {
    this.writer = writer;
    this.unknown = new UnknownFields(writer);
    writer.repeatsNothing();
  }

  /** Whether a chunk has the marks of this dialect: one of its events, or a whole message. */
  static boolean isMarked(Json chunk) {
    String type = chunk.get("type").textOrEmpty();
    return EVENTS.contains(type) || isWholeMessage(chunk);
  }

  private static boolean isWholeMessage(Json chunk) {
    return "message".equals(chunk.get("type").text()) && chunk.get("content").isArray();
  }

  @Override
  public boolean chunk(Frame frame, Json chunk) {
    String type = type(frame, chunk);
    if (EVENTS.contains(type) && !type.equals("message_start")) {
      unknown.report("", chunk, EVENT_FIELDS);
    }
    switch (type) {
      case "message_start" -> {
        messageStart(chunk.get("message"));
        unknown.report("", chunk, EVENT_FIELDS);
      }
      case "content_block_start" -> blockStart(chunk);
      case "content_block_delta" -> blockDelta(chunk);
      case "content_block_stop" -> blockStop(chunk);
      case "message_delta" -> messageDelta(chunk);
      case "message_stop" -> {
        endMessage();
        return true;
      }
      case "message" -> {
        return wholeMessage(chunk);
      }
      case "ping" -> {}
      case "error" -> {
        error(chunk);
        return true;
      }
      default -> {
        return other(type, chunk);
      }
    }
    writer.usage(chunk.get("usage"), AnthropicUsage::of);
    return true;
  }

  /** Some gateways give the type only in the name of the event. */
  private static String type(Frame frame, Json chunk) {
    String type = chunk.get("type").textOrEmpty();
    return type.isEmpty() ? frame.event() : type;
  }

  private boolean other(String type, Json chunk) {
    // Gateways have their own shapes for an error, without a type.
    boolean isError = chunk.has("error") || chunk.has("detail") || chunk.has("errors");
    if (isError || (type.isEmpty() && chunk.has("message"))) {
      error(chunk);
      return true;
    }
    writer.unrecognized(type.isEmpty() ? "chunk" : type, chunk.toText());
    return false;
  }

  private void error(Json chunk) {
    writer.fault(ProviderErrors.fault(chunk));
    stopOpenBlocks(/* complete= */ false);
    writer.end(Verdict.FAILED, word);
  }

  private void messageStart(Json message) {
    String id = message.get("id").textIfAny();
    boolean another = messageId != null && id != null && !Objects.equals(id, messageId);
    if (another) {
      writer.fault(
          StreamFault.Kind.SECOND_RESPONSE,
          ("Message %s began inside message %s, as when a proxy retries; blocks that were open are"
                  + " cut, and what follows is added")
              .formatted(id, messageId));
      stopOpenBlocks(/* complete= */ false);
      word = null;
    }
    boolean repeated = messageStarted && !another;
    messageStarted = true;
    messageId = id == null ? messageId : id;
    writer.announced();
    writer.start(id, message.get("model").text());
    unknown.report("message.", message, MESSAGE_FIELDS);
    writer.usage(message.get("usage"), AnthropicUsage::of);
    if (!repeated) {
      // Programmatic calls come this way: the message is whole before any delta.
      content(message);
    }
  }

  private void content(Json message) {
    for (Json content : message.get("content").items()) {
      hasCalls |= ContentStart.type(content).equals("tool_use");
      unknownContent(content);
      ContentBlock.whole(writer, content);
    }
    container(message.get("container"));
    String stop = message.get("stop_reason").word();
    word = stop == null ? word : stop;
  }

  private void container(Json container) {
    if (container.isObject() && !container.equals(lastContainer)) {
      lastContainer = container;
      ContentStart.container(writer, container);
    }
  }

  private boolean wholeMessage(Json message) {
    if (!isWholeMessage(message)) {
      return other("message", message);
    }
    messageStart(message);
    endMessage();
    return true;
  }

  private void blockStart(Json chunk) {
    long index = index(chunk);
    Json content = chunk.get("content_block");
    ContentBlock before = open.get(index);
    if (before != null && before.isDeclaredBy(content)) {
      return;
    }
    if (before != null) {
      before.stop(/* complete= */ false);
    }
    if (content.isObject()) {
      unknownContent(content);
      ContentBlock block = ContentBlock.declared(writer, content);
      hasCalls |= block.isClientCall();
      open.put(index, block);
    } else {
      open.remove(index);
    }
  }

  /** Blocks that keep their source have lost nothing; of the others, fields are carried. */
  private void unknownContent(Json content) {
    switch (ContentStart.type(content)) {
      case "text", "thinking", "redacted_thinking", "tool_use", "server_tool_use", "mcp_tool_use" ->
          unknown.report("content_block.", content, CONTENT_FIELDS);
      default -> {}
    }
  }

  private void blockDelta(Json chunk) {
    long index = index(chunk);
    ContentBlock known = open.get(index);
    ContentBlock block = known == null ? ContentBlock.undeclared(writer) : known;
    Json delta = chunk.get("delta");
    if (ContentBlock.isKnown(delta)) {
      unknown.report("delta.", delta, DELTA_FIELDS);
    }
    block.delta(delta);
    hasCalls |= block.isClientCall();
    if (known == null && block.isOpen()) {
      open.put(index, block);
    }
  }

  private void blockStop(Json chunk) {
    long index = index(chunk);
    ContentBlock block = open.remove(index);
    if (block == null) {
      writer.fault(
          StreamFault.Kind.ORPHAN,
          "content_block_stop for index %,d, where no block is open".formatted(index));
      return;
    }
    block.stop(/* complete= */ true);
  }

  /** The index of a block; a chunk that leaves it out belongs to the last one named. */
  private long index(Json chunk) {
    Long index = chunk.get("index").number();
    lastIndex = index == null ? lastIndex : index;
    return lastIndex;
  }

  private void messageDelta(Json chunk) {
    Json delta = chunk.get("delta");
    String stop = delta.get("stop_reason").word();
    word = stop == null ? word : stop;
    container(delta.get("container"));
    unknown.report("delta.", delta, Set.of("stop_reason", "container"));
  }

  @Override
  public void done() {
    if (word == null) {
      end();
    } else {
      endMessage();
    }
  }

  private void endMessage() {
    FinishReason reason = reason();
    stopOpenBlocks(AnthropicStop.leavesBlocksComplete(reason));
    writer.outputEnd(OUTPUT, reason, word);
    writer.end(reason.verdict(), word);
  }

  private FinishReason reason() {
    String said = word;
    if (said != null) {
      return AnthropicStop.reason(said);
    }
    return hasCalls ? FinishReason.TOOL_CALLS : FinishReason.STOP;
  }

  private void stopOpenBlocks(boolean complete) {
    open.values().forEach(block -> block.stop(complete));
    open.clear();
  }

  @Override
  public List<Hole> holes() {
    return HOLES;
  }

  @Override
  public boolean isSettled() {
    return writer.isEnded();
  }

  @Override
  public void end() {
    if (writer.isEnded()) {
      return;
    }
    stopOpenBlocks(/* complete= */ false);
    if (word != null) {
      writer.outputEnd(OUTPUT, reason(), word);
    }
    writer.end(Verdict.TRUNCATED, word);
  }
}
