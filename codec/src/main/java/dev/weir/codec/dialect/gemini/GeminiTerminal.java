package dev.weir.codec.dialect.gemini;

import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.Losses;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes how the candidates finished and how the response ended. */
final class GeminiTerminal {
  private static final int MAX_ERRORS = 16;

  private final GeminiChunks chunks;
  private final EventSource source;
  private final Losses losses;
  private final Map<Integer, OutputEnd> finishes = new TreeMap<>();
  private final List<Fault> finishFaults = new ArrayList<>();
  private final List<Fault> heldErrors = new ArrayList<>();
  private boolean errorSaid;
  private boolean hasCalls;
  private @Nullable Fault lastFault;

  GeminiTerminal(GeminiChunks chunks, EventSource source, Losses losses) {
    this.chunks = chunks;
    this.source = source;
    this.losses = losses;
  }

  /** A call was written, so a plain stop means calls. */
  void called() {
    hasCalls = true;
  }

  void outputEnd(OutputEnd end, boolean isAlternative) {
    if (isAlternative) {
      finishes.put(end.output(), end);
    } else {
      losses.add(end, "a candidate finishes once, with the response");
    }
  }

  void fault(Fault fault) {
    lastFault = fault;
    String code = fault.fault().code();
    if (fault.fault().kind() != StreamFault.Kind.PROVIDER_ERROR) {
      losses.add(fault, "chunks report only the provider's own errors");
    } else if (heldErrors.size() + finishFaults.size() >= MAX_ERRORS) {
      losses.add(fault, "enough errors are known");
    } else if (!source.sameDialect()) {
      // Any error makes a response a failure, which is known only at the end.
      heldErrors.add(fault);
    } else if (code != null && GeminiFinish.reason(code) == FinishReason.FAILED) {
      // It came with a finish reason, and is written with it again.
      finishFaults.add(fault);
    } else {
      error(fault);
      errorSaid = true;
    }
  }

  void end(ResponseEnd end, boolean hasCandidate) {
    boolean blocked = !hasCandidate && end.word() == null && end.verdict() == Verdict.FILTERED;
    OutputEnd first = finishes.get(0);
    Usage usage = usage(end);
    if (source.sameDialect() && blocked && first != null) {
      chunks.plain(
          usage,
          json -> {
            json.name("promptFeedback").beginObject().fieldIfAny("blockReason", first.word());
            json.endObject();
          });
      return;
    }
    if (first == null && !source.sameDialect() && end.verdict().isNatural()) {
      finish(0, end, reason(end), end.word(), finishes.isEmpty() ? usage : null);
      usage = finishes.isEmpty() ? null : usage;
    }
    for (OutputEnd finish : finishes.values()) {
      boolean isLast = finish.equals(List.copyOf(finishes.values()).getLast());
      finish(finish.output(), finish, finish.reason(), finish.word(), isLast ? usage : null);
      usage = isLast ? null : usage;
    }
    errors(end);
    if (usage != null || chunks.isEmpty()) {
      chunks.plain(
          usage,
          json -> {
            if (chunks.isEmpty()) {
              json.name("candidates").beginArray().endArray();
            }
          });
    }
    boolean isSaid = end.verdict().isNatural() || end.verdict() == Verdict.FAILED;
    if (!isSaid && end.verdict() != Verdict.TRUNCATED) {
      losses.add(end, "verdict", "the stream just ends, as one that was cut");
    }
  }

  private @Nullable Usage usage(ResponseEnd end) {
    Usage usage = source.known(end.usage());
    if (usage != null && usage.cacheWriteTokens() != null) {
      losses.add(end, "usage.cacheWriteTokens", "there is no count for it");
    }
    return usage;
  }

  private void finish(
      int candidate,
      StreamEvent end,
      FinishReason reason,
      @Nullable String word,
      @Nullable Usage usage) {
    boolean says = word != null && source.sameDialect() && says(word, reason);
    String written = says && word != null ? word : GeminiFinish.standardWord(reason);
    if (!written.equals(word)) {
      losses.add(end, "word", "«%s» is written for %s".formatted(written, reason));
    }
    boolean isUntold =
        switch (reason) {
          case REFUSED, PAUSED -> true;
          case TOOL_CALLS -> !hasCalls;
          case STOP, LENGTH, FILTERED, FAILED, OTHER -> false;
        };
    if (isUntold) {
      losses.add(end, "verdict", "«%s» cannot say that it was %s".formatted(written, reason));
    }
    String message = finishMessage(written);
    chunks.candidate(
        candidate,
        usage,
        json -> {
          json.name("content").beginObject().name("parts").beginArray().beginObject();
          json.field("text", "").endObject().endArray().field("role", "model").endObject();
          json.field("finishReason", written).fieldIfAny("finishMessage", message);
        });
  }

  private static boolean says(String word, FinishReason reason) {
    FinishReason meant = GeminiFinish.reason(word);
    return meant == reason || (meant == FinishReason.STOP && reason == FinishReason.TOOL_CALLS);
  }

  private @Nullable String finishMessage(String word) {
    for (Fault fault : finishFaults) {
      if (word.equals(fault.fault().code())) {
        finishFaults.remove(fault);
        return fault.fault().message();
      }
    }
    return null;
  }

  private void errors(ResponseEnd end) {
    heldErrors.addAll(finishFaults);
    if (end.verdict() != Verdict.FAILED) {
      heldErrors.forEach(e -> losses.add(e, "an error would end the response as failed"));
      return;
    }
    heldErrors.forEach(this::error);
    OutputEnd first = finishes.get(0);
    boolean finishedSo = first != null && first.reason() == FinishReason.FAILED;
    if (heldErrors.isEmpty() && !errorSaid && !finishedSo) {
      Fault last = lastFault;
      if (last != null) {
        losses.add(last, "kind", "it is written as an error of the provider");
      }
      String message = last == null ? "The response failed" : last.fault().message();
      chunks.numberedError(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, end.word(), message));
    }
  }

  /** What a provider of the dialect said itself is said again as it was. */
  private void error(Fault event) {
    StreamFault fault = event.fault();
    if (source.sameDialect() && fault.kind() == StreamFault.Kind.PROVIDER_ERROR) {
      chunks.error(fault);
    } else {
      if (!GeminiChunks.isNumber(fault)) {
        losses.add(event, "code", "an error has a number; the code is its status");
      }
      chunks.numberedError(fault);
    }
  }

  private static FinishReason reason(ResponseEnd end) {
    return switch (end.verdict()) {
      case LENGTH -> FinishReason.LENGTH;
      case TOOL_CALLS -> FinishReason.TOOL_CALLS;
      case REFUSED -> FinishReason.REFUSED;
      case FILTERED -> FinishReason.FILTERED;
      case PAUSED -> FinishReason.PAUSED;
      case COMPLETE, FAILED, TRUNCATED, CANCELLED, STALLED -> FinishReason.STOP;
    };
  }
}
