package dev.weir.xai;

import dev.weir.codec.Decoder;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.xai.proto.CompletionOutputChunk;
import dev.weir.xai.proto.GetChatCompletionChunk;
import dev.weir.xai.proto.SamplingUsage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the chunks of xAI's chat service.
 *
 * <p>An agentic run gives successive outputs: calls of server tools, their results under the tool
 * role, at last the answer. An output without a finish reason has ended when the stream ends, so
 * the response ends with the call itself, and its verdict is that of the last output. A chunk may
 * hold several outputs, an output without a delta, or no output at all.
 */
public final class XaiDecoder implements Decoder<GetChatCompletionChunk, StreamEvent> {
  private final EventWriter writer;
  private final Map<Integer, XaiOutput> outputs = new LinkedHashMap<>();
  private final ServerTools serverTools;
  private final UnknownProtoFields unknown;
  private @Nullable XaiOutput last;

  public XaiDecoder(Limits limits) {
    this.writer = new EventWriter(limits);
    this.serverTools = new ServerTools(writer);
    this.unknown = new UnknownProtoFields(writer);
  }

  @Override
  public void feed(GetChatCompletionChunk chunk, Consumer<? super StreamEvent> out) {
    writer.to(out);
    try {
      chunk(chunk);
    } catch (LimitExceededException limit) {
      fail(new StreamFault(StreamFault.Kind.LIMIT, String.valueOf(limit.getMessage())), out);
    }
  }

  private void chunk(GetChatCompletionChunk chunk) {
    writer.start(chunk.getId(), chunk.getModel());
    for (CompletionOutputChunk output : chunk.getOutputsList()) {
      output(output).delta(output.getDelta());
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

  private XaiOutput output(CompletionOutputChunk chunk) {
    XaiOutput output =
        outputs.computeIfAbsent(
            chunk.getIndex(), index -> new XaiOutput(writer, serverTools, outputs.size()));
    XaiOutput before = last;
    if (before == null || output.number() > before.number()) {
      last = output;
    }
    return output;
  }

  /** Running totals; the chunks of tool results have zeros, which are no counts. */
  private void usage(SamplingUsage usage) {
    if (usage.getPromptTokens() == 0 && usage.getCompletionTokens() == 0) {
      return;
    }
    writer.usage(
        new Usage(
            (long) usage.getPromptTokens(),
            (long) usage.getCompletionTokens(),
            (long) usage.getReasoningTokens(),
            (long) usage.getCachedPromptTextTokens(),
            null));
  }

  /** The call ended well. */
  @Override
  public void end(Consumer<? super StreamEvent> out) {
    writer.to(out);
    XaiOutput deciding = last;
    boolean whole = deciding != null && deciding.word() != null;
    serverTools.end(whole);
    outputs.values().forEach(output -> output.end(whole));
    if (deciding == null || !whole) {
      writer.end(Verdict.TRUNCATED, null);
    } else {
      boolean clientMustCall = outputs.values().stream().anyMatch(XaiOutput::hasClientCalls);
      Verdict verdict = deciding.reason().verdict();
      boolean stopped = verdict == Verdict.COMPLETE;
      writer.end(stopped && clientMustCall ? Verdict.TOOL_CALLS : verdict, deciding.word());
    }
  }

  /** The call failed: the fault is said and the response fails, what came before stays. */
  public void fail(StreamFault fault, Consumer<? super StreamEvent> out) {
    writer.to(out);
    writer.fault(fault);
    writer.end(Verdict.FAILED, fault.code());
  }
}
