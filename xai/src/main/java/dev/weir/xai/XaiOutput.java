package dev.weir.xai;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.xai.proto.Delta;
import dev.weir.xai.proto.FinishReason;
import dev.weir.xai.proto.InlineCitation;
import dev.weir.xai.proto.MessageRole;
import dev.weir.xai.proto.ToolCall;
import dev.weir.xai.proto.ToolCallType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One output of a run: calls of server tools, a tool's result, or the answer. */
final class XaiOutput {
  private final EventWriter writer;
  private final ServerTools serverTools;
  private final int number;
  private final Map<String, String> origin;
  private final ClientCalls clientCalls;
  private @Nullable OpenBlock reasoning;
  private boolean reasoningPaused;
  private @Nullable OpenBlock text;
  private @Nullable OpenBlock result;
  private boolean isTool;
  private boolean callsServer;
  private boolean isThrough;
  private dev.weir.event.FinishReason reason = dev.weir.event.FinishReason.OTHER;
  private @Nullable String word;

  /**
   * @param number ours, counted from zero as outputs appear
   * @param index xAI's own, which may skip numbers; the blocks keep it beside ours
   */
  XaiOutput(EventWriter writer, ServerTools serverTools, int number, int index) {
    this.writer = writer;
    this.serverTools = serverTools;
    this.number = number;
    this.origin = Map.of("index", Integer.toString(index));
    this.clientCalls = new ClientCalls(writer, number, origin);
  }

  int number() {
    return number;
  }

  @Nullable String word() {
    return word;
  }

  dev.weir.event.FinishReason reason() {
    return reason;
  }

  /** Whether this reports how a tool's run went, so that the next output ends it. */
  boolean isThrough() {
    return isThrough && result != null;
  }

  /** Another output has begun: all that the tool returned is here. */
  void endResult() {
    OpenBlock given = result;
    if (given != null) {
      writer.end(given);
      result = null;
    }
  }

  /** Whether xAI itself has work to do before it can answer. */
  boolean awaitsServer() {
    return callsServer && clientCalls.isEmpty();
  }

  boolean hasClientCalls() {
    return !clientCalls.isEmpty();
  }

  void delta(Delta delta) {
    isTool |= delta.getRole() == MessageRole.ROLE_TOOL;
    if (!delta.getReasoningContent().isEmpty()) {
      writer.delta(reasoning(), delta.getReasoningContent());
    }
    if (!delta.getEncryptedContent().isEmpty()) {
      encrypted(delta.getEncryptedContent());
    }
    delta.getToolCallsList().forEach(this::call);
    if (!delta.getContent().isEmpty()) {
      writer.delta(isTool ? result("", "") : text(), delta.getContent());
    }
    delta.getCitationsList().forEach(this::citation);
  }

  private OpenBlock reasoning() {
    if (reasoningPaused && reasoning != null) {
      writer.end(reasoning);
      reasoning = null;
    }
    reasoningPaused = false;
    OpenBlock block = reasoning;
    if (block == null) {
      block = open(BlockKind.REASONING, /* synthetic= */ false);
      reasoning = block;
    }
    return block;
  }

  private OpenBlock open(BlockKind kind, boolean synthetic) {
    return writer.open(number, kind, null, null, synthetic, origin);
  }

  private void encrypted(String data) {
    OpenBlock block = reasoning;
    if (block == null) {
      block = open(BlockKind.REASONING, /* synthetic= */ true);
      reasoning = block;
      reasoningPaused = true;
    }
    block.reasoning(new Reasoning(null, List.of(), data, null, /* redacted= */ false));
  }

  /** A call comes whole. Under the tool role it reports how a call of an earlier output went. */
  private void call(ToolCall call) {
    reasoningPaused = reasoning != null;
    boolean isClient =
        call.getType() == ToolCallType.TOOL_CALL_TYPE_CLIENT_SIDE_TOOL
            || call.getType() == ToolCallType.TOOL_CALL_TYPE_INVALID;
    if (isTool) {
      result(call.getId(), call.getFunction().getName());
      isThrough |= serverTools.progress(call);
    } else if (isClient) {
      clientCalls.add(call);
    } else {
      serverTools.call(number, origin, call);
      callsServer = true;
    }
  }

  private OpenBlock text() {
    reasoningPaused = reasoning != null;
    OpenBlock block = text;
    if (block == null) {
      block = open(BlockKind.TEXT, /* synthetic= */ false);
      text = block;
    }
    return block;
  }

  private OpenBlock result(String id, String name) {
    OpenBlock block = result;
    if (block == null) {
      block =
          writer.open(
              number,
              BlockKind.TOOL_OUTPUT,
              id.isEmpty() ? null : id,
              name.isEmpty() ? null : name,
              /* synthetic= */ false,
              origin);
      result = block;
    }
    return block;
  }

  private void citation(InlineCitation citation) {
    var json =
        new JsonText()
            .beginObject()
            .field("id", citation.getId())
            .field("start_index", citation.getStartIndex())
            .field("end_index", citation.getEndIndex());
    switch (citation.getCitationCase()) {
      case WEB_CITATION -> json.field("url", citation.getWebCitation().getUrl());
      case X_CITATION -> json.field("url", citation.getXCitation().getUrl());
      case COLLECTIONS_CITATION ->
          json.field("file_id", citation.getCollectionsCitation().getFileId());
      case CITATION_NOT_SET -> {}
    }
    writer.annotation(text(), "inline_citation", json.endObject().toString());
  }

  /** The pages that the whole answer is made from; they come with the last chunk. */
  void citations(List<String> urls) {
    for (String url : urls) {
      if (text != null && !text.isEnded()) {
        writer.annotation(text, "citation", new Json.Text(url).toText());
      } else {
        writer.unrecognized("citations", new Json.Text(url).toText());
      }
    }
  }

  void finish(FinishReason finish) {
    if (finish == FinishReason.REASON_INVALID) {
      return; // Zero is the default, and means that the output is still streaming.
    }
    word = finish.name();
    reason =
        switch (finish) {
          case REASON_STOP -> dev.weir.event.FinishReason.STOP;
          case REASON_MAX_LEN, REASON_MAX_CONTEXT, REASON_TIME_LIMIT ->
              dev.weir.event.FinishReason.LENGTH;
          case REASON_TOOL_CALLS -> dev.weir.event.FinishReason.TOOL_CALLS;
          case REASON_INVALID, UNRECOGNIZED -> dev.weir.event.FinishReason.OTHER;
        };
    end(/* whole= */ true);
  }

  /**
   * Ends the output, whose own finish reason may be missing if a later output followed. Calls that
   * xAI runs itself go on.
   */
  void end(boolean whole) {
    clientCalls.end();
    boolean complete = whole && reason != dev.weir.event.FinishReason.LENGTH;
    for (OpenBlock block : writer.openBlocks()) {
      if (block.id().output() == number && block.kind() != BlockKind.SERVER_TOOL) {
        writer.end(block, complete);
      }
    }
    if (word != null || whole) {
      writer.outputEnd(number, reason, word);
    }
    reasoning = null;
    text = null;
    result = null;
  }
}
