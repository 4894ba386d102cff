package dev.weir.xai;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.codec.Frame;
import dev.weir.codec.dialect.Counts;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.json.Json;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.xai.proto.CompletionOutputChunk;
import dev.weir.xai.proto.Delta;
import dev.weir.xai.proto.GetChatCompletionChunk;
import dev.weir.xai.proto.SamplingUsage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the chunks of xAI's chat service.
 *
 * <p>An agentic run gives successive outputs: calls of server tools, their results under the tool
 * role, finally the answer. An output ends with its finish reason, one without a reason when the
 * stream ends; the response ends with the call itself, and its verdict is that of the last output.
 * A chunk may hold several outputs, an output without a delta, or no output at all. A call that
 * fails says so in its trailers; a body that was captured without them ends well if its last output
 * did.
 */
final class XaiDecoder implements DialectDecoder {
  private final EventWriter writer;
  private final Map<Integer, XaiOutput> outputs = new LinkedHashMap<>();
  private final ServerTools serverTools;
  private final UnknownProtoFields unknown;

  /** The output that last reported how a tool's run went. */
  private @Nullable XaiOutput through;

  private @Nullable XaiOutput last;
  private boolean endedWell;

  XaiDecoder(EventWriter writer) {
    this.writer = writer;
    this.serverTools = new ServerTools(writer);
    this.unknown = new UnknownProtoFields(writer);
  }

  @Override
  public boolean readsJson() {
    return false;
  }

  @Override
  public boolean chunk(Frame frame, Json none) {
    if (frame.event().equals(GrpcMessageDecoder.TRAILERS)) {
      trailers(GrpcTrailers.parse(frame.data()));
      return true;
    }
    try {
      chunk(GetChatCompletionChunk.parseFrom(frame.data().toSlice()));
    } catch (InvalidProtocolBufferException notAChunk) {
      writer.fault(
          StreamFault.Kind.MALFORMED,
          "A message of %,d bytes is not an xAI chat chunk: %s"
              .formatted(frame.data().length(), notAChunk.getMessage()));
      writer.end(Verdict.FAILED, null);
    }
    return true;
  }

  private void trailers(GrpcTrailers trailers) {
    if (trailers.isOk()) {
      endedWell = true;
    } else {
      writer.fault(
          new StreamFault(StreamFault.Kind.PROVIDER_ERROR, trailers.code(), trailers.message()));
      writer.end(Verdict.FAILED, trailers.code());
    }
  }

  private void chunk(GetChatCompletionChunk chunk) {
    writer.start(chunk.getId(), chunk.getModel());
    for (CompletionOutputChunk output : chunk.getOutputsList()) {
      delta(output(output), output.getDelta());
      unknown.report("outputs[].", output);
      unknown.report("outputs[].delta.", output.getDelta());
    }
    XaiOutput answering = last;
    if (answering != null) {
      answering.citations(chunk.getCitationsList());
    }
    for (CompletionOutputChunk output : chunk.getOutputsList()) {
      output(output).finish(output.getFinishReason());
    }
    if (chunk.hasUsage()) {
      usage(chunk.getUsage());
    }
    unknown.report("", chunk);
  }

  private void delta(XaiOutput output, Delta delta) {
    XaiOutput before = through;
    if (before != null && before != output) {
      before.endResult();
      through = null;
    }
    output.delta(delta);
    through = output.isThrough() ? output : through;
  }

  private XaiOutput output(CompletionOutputChunk chunk) {
    XaiOutput output =
        outputs.computeIfAbsent(
            chunk.getIndex(), index -> new XaiOutput(writer, serverTools, outputs.size(), index));
    XaiOutput before = last;
    if (before == null || output.number() > before.number()) {
      last = output;
    }
    return output;
  }

  /** Running totals; the chunks of tool results have zeros, which are not counts. */
  private void usage(SamplingUsage usage) {
    if (usage.getPromptTokens() == 0 && usage.getCompletionTokens() == 0) {
      return;
    }
    writer.runningUsage(ProtoJson.of(usage), report -> counted(usage));
  }

  /** Thinking is counted apart, as the total shows; cached tokens are part of the prompt. */
  private static Usage counted(SamplingUsage usage) {
    Long input = (long) usage.getPromptTokens();
    Long reasoning = (long) usage.getReasoningTokens();
    Long output = (long) usage.getCompletionTokens();
    return new Usage(
        input,
        Counts.allOutput(input, output, reasoning, (long) usage.getTotalTokens()),
        reasoning,
        (long) usage.getCachedPromptTextTokens(),
        null);
  }

  /** Nothing to do: finish reasons belong to outputs, and trailers come with the end. */
  @Override
  public void done() {}

  @Override
  public boolean isSettled() {
    return endedWell;
  }

  @Override
  public void end() {
    XaiOutput deciding = last;
    boolean clientMustCall = outputs.values().stream().anyMatch(XaiOutput::hasClientCalls);
    boolean whole = deciding != null && isLast(deciding);
    serverTools.end(whole);
    outputs.values().forEach(output -> output.end(whole));
    if (deciding == null || !whole) {
      writer.end(Verdict.TRUNCATED, null);
    } else {
      Verdict verdict = deciding.reason().verdict();
      boolean stopped = verdict == Verdict.COMPLETE;
      writer.end(stopped && clientMustCall ? Verdict.TOOL_CALLS : verdict, deciding.word());
    }
  }

  /** An output that only calls xAI's own tools is followed by another, unless the call is over. */
  private boolean isLast(XaiOutput output) {
    boolean isFollowed = output.reason() == FinishReason.TOOL_CALLS && output.awaitsServer();
    return output.word() != null && (endedWell || !isFollowed);
  }
}
