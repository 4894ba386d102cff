package dev.weir.client.call;

import dev.weir.client.provider.Provider;
import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.stream.MeteredDecoder;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamFault;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Verdict;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One try's bytes on their way to events: decoded, joined across several exchanges, timed. The
 * outcome is kept here and acted on by {@link CallMachine}.
 */
final class TryReader {
  private final CallOptions options;
  private final EventGate gate;
  private final Consumer<CallEvent> tell;
  private final Predicate<ProviderError> mayTryAgain;
  private final MeteredDecoder decoder;
  private final CallClocks clocks;
  private final @Nullable Resumption resumption;

  private @Nullable ResponseEnd ended;
  private @Nullable ProviderError lost;
  private @Nullable ProviderError left;
  private @Nullable String responseId;
  private boolean anyContent;
  private final Consumer<StreamEvent> decoding = this::decoded;
  private StreamEnding ending = new StreamEnding.EndOfInput();

  /**
   * @param rendered the request; absent if there is nothing to try or resume
   * @param tell takes bytes before they are decoded
   * @param mayTryAgain whether a further try would follow this error
   * @param begunNanos when the try began
   */
  TryReader(
      CallWriter writer,
      @Nullable Rendered rendered,
      CallOptions options,
      EventGate gate,
      Consumer<CallEvent> tell,
      Predicate<ProviderError> mayTryAgain,
      long begunNanos) {
    this.options = options;
    this.gate = gate;
    this.tell = tell;
    this.mayTryAgain = mayTryAgain;
    this.decoder =
        new MeteredDecoder(writer.provider().dialect(), options.decode(), /* timed= */ true);
    this.clocks = new CallClocks(options, begunNanos);
    this.resumption = rendered == null ? null : Resumption.of(writer, rendered, options);
  }

  MeteredDecoder decoder() {
    return decoder;
  }

  CallClocks clocks() {
    return clocks;
  }

  @Nullable Resumption resumption() {
    return resumption;
  }

  /** The provider's name for the response, once it has come. */
  @Nullable String responseId() {
    return responseId;
  }

  /** The last event, once it has come. It is not handed on here. */
  @Nullable ResponseEnd ended() {
    return ended;
  }

  /** The gap for which the try is given up; what followed it was not handed on. */
  @Nullable ProviderError lost() {
    return lost;
  }

  /** Why a response has failed although the provider ended it well, if it has. */
  @Nullable ProviderError left() {
    return left;
  }

  /** How its bytes ended. */
  StreamEnding ending() {
    return ending;
  }

  boolean isSettled() {
    return decoder.isSettled();
  }

  StreamMetrics metrics() {
    return decoder.metrics();
  }

  /** Takes a slice; returns why the response must be resumed, if it must. */
  @Nullable ProviderError feed(Bytes slice, long atMicros) {
    Resumption known = resumption;
    anyContent = false;
    decode(known == null ? slice : Bytes.of(known.feed(slice.toArray())), atMicros);
    return known == null ? null : known.joiner().stopped();
  }

  /** The slice and its events were taken at that time, so the next one can come. */
  void taken(long nowNanos) {
    clocks.byteCame(nowNanos);
    if (anyContent) {
      clocks.contentCame(nowNanos);
    }
  }

  /** Takes the bytes that were held for a frame that will never be whole. */
  void feedRest(long atMicros) {
    Resumption known = resumption;
    if (known != null) {
      decode(Bytes.of(known.joiner().rest()), atMicros);
    }
  }

  private void decode(Bytes bytes, long atMicros) {
    if (bytes.length() > 0) {
      tell.accept(new CallEvent.Arrived(bytes, atMicros));
      decoder.feedLent(bytes, atMicros, decoding);
    }
  }

  void end(StreamEnding how, long atMicros) {
    ending = how;
    decoder.end(how, atMicros, decoding);
  }

  private void decoded(StreamEvent event) {
    if (event instanceof ResponseEnd end) {
      clocks.eventCame();
      ended = end;
    } else if (lost == null) {
      clocks.eventCame();
      if (event instanceof ResponseStart start) {
        responseId = start.responseId();
      }
      content(event);
    }
  }

  private void content(StreamEvent event) {
    if (event instanceof SequenceGap gap && options.onGap() == OnGap.RETRY) {
      ProviderError error = NumberedFrames.gap(gap.expected(), gap.actual());
      if (mayTryAgain.test(error)) {
        lost = error;
        return;
      }
    }
    if (event instanceof UnrepairedGap gap && options.onGap() == OnGap.FAIL && left == null) {
      left = ProviderError.connection("sequence_gap", gap.message());
    }
    anyContent |= gate.take(event);
  }

  /** What went wrong before anything was seen, if it may go right the next time. */
  @Nullable ProviderError passing(ResponseEnd end, Provider provider, HttpAnswer answer) {
    if (gate.isVisible()) {
      return null;
    }
    for (StreamEvent event : gate.held()) {
      if (event instanceof Fault said && said.fault().kind() == StreamFault.Kind.PROVIDER_ERROR) {
        String code = said.fault().code() == null ? "error" : said.fault().code();
        return new ProviderError(
            StreamFault.Kind.PROVIDER_ERROR,
            answer.status(),
            code,
            said.fault().message(),
            ProviderErrors.isPassing(said.fault()),
            RetryAfter.inProse(said.fault().message()),
            answer.requestId());
      }
    }
    return end.verdict() == Verdict.TRUNCATED
        ? ProviderError.truncated(provider.name(), "before any content")
        : null;
  }
}
