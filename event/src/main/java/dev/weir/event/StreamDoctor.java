package dev.weir.event;

import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says in words what is wrong with a stream.
 *
 * <p>A fold over events; equal findings are said once, with their count. Belongs to one stream and
 * one thread at a time.
 */
public final class StreamDoctor {
  private static final int MAX_COMPLAINTS = 200;

  /** A complaint says what is wrong; a note says what is merely odd. */
  public enum Weight {
    COMPLAINT,
    NOTE
  }

  /** One thing worth saying, and how often it was seen. */
  public record Finding(Weight weight, String words, int times) {}

  private final GrammarChecker grammar = new GrammarChecker();
  private final Map<Finding, Integer> seen = new LinkedHashMap<>();
  private final Map<Integer, BlockStart> open = new HashMap<>();
  private final Set<Integer> withSummary = new HashSet<>();
  private final List<BlockStart> cutCalls = new ArrayList<>();
  private final EarlyFinishes outputs = new EarlyFinishes(this::note);
  private long cutBlocks;

  /** Looks at the next event. */
  public void accept(StreamEvent event) {
    grammar.accept(event);
    switch (event) {
      case Fault fault -> complain(words(fault.fault()));
      case SequenceGap gap -> complain("gap: " + gap.message());
      case BlockRepair repair ->
          note(
              "repaired: a final payload gave block %s whole after chunks were lost"
                  .formatted(repair.block()));
      case UnrepairedGap gap -> complain("not repaired: " + gap.message());
      case FailedTry x -> note("a try came to nothing: " + x.message());
      case Seam x -> note("seam: " + x.message());
      case Unrecognized unknown -> unrecognized(unknown);
      case BlockStart start -> {
        open.put(start.block().block(), start);
        if (start.isSummary()) {
          withSummary.add(start.block().output());
        }
        outputs.begun(start);
      }
      case BlockDelta delta -> outputs.wentOn(delta.block().output());
      case OutputEnd end -> outputs.finished(end);
      case BlockEnd end -> blockEnd(end);
      case PassEnd end -> end.reasoning().values().forEach(r -> lateSummary(r, "the response"));
      case ResponseEnd end -> verdict(end);
      case ResponseStart fine -> {}
      case PassStart fine -> {}
      case ResponseProgress fine -> {}
      case Annotation fine -> {}
      case ToolProgress fine -> {}
      case UsageUpdate fine -> {}
    }
  }

  /** Frames that came after the end. */
  public void lateFrames(long count) {
    if (count > 0) {
      note("%,d frames came after the response had ended; they were not decoded".formatted(count));
    }
  }

  /** What has been found so far in a stream that has not ended, in order of first appearance. */
  public List<Finding> findingsSoFar() {
    List<Finding> findings = new ArrayList<>();
    seen.forEach((f, times) -> findings.add(new Finding(f.weight(), f.words(), times)));
    return findings;
  }

  /** Everything found, in order of first appearance. */
  public List<Finding> findings() {
    List<Finding> findings = findingsSoFar();
    grammar
        .end()
        .ifPresent(v ->
            findings.add(new Finding(Weight.COMPLAINT, "the events break the grammar: " + v, 1)));
    return findings;
  }

  private void unrecognized(Unrecognized unknown) {
    if (unknown.type().startsWith("also ")) {
      return;
    }
    if (unknown.type().startsWith("field ")) {
      note("unknown field: " + unknown.type().substring("field ".length()));
    } else {
      complain("unknown event: " + unknown.type());
    }
  }

  private void blockEnd(BlockEnd end) {
    BlockStart start = open.remove(end.block().block());
    if (!end.complete()) {
      cutBlocks++;
      boolean isCall = start != null && start.kind() == BlockKind.TOOL_CALL;
      if (start != null && isCall && cutCalls.size() < MAX_COMPLAINTS) {
        cutCalls.add(start);
      }
    }
    Reasoning reasoning = end.reasoning();
    if (reasoning != null && !withSummary.contains(end.block().output())) {
      lateSummary(reasoning, "its item");
    }
  }

  private void lateSummary(Reasoning reasoning, String end) {
    if (!reasoning.summary().isEmpty()) {
      note(
          "late summary: the summary of reasoning %s came only with the end of %s; it is kept for the next"
                  .formatted(reasoning.id(), end)
              + " request");
    }
  }

  /** A response that was cut is not expected to have whole calls. */
  private void damagedCalls() {
    for (BlockStart call : cutCalls) {
      complain(
          "damaged arguments: the call of %s (block %s) did not arrive whole, so it must not be run"
              .formatted(call.name() == null ? "a tool" : call.name(), call.block()));
    }
  }

  private void verdict(ResponseEnd end) {
    end.reasoning().values().forEach(late -> lateSummary(late, "the response"));
    String word = end.word() == null ? "" : " (the provider's word: " + end.word() + ")";
    switch (end.verdict()) {
      case COMPLETE, TOOL_CALLS -> damagedCalls();
      case LENGTH -> note("the answer was cut by a token limit" + word);
      case REFUSED -> note("the model refused" + word);
      case FILTERED -> note("a content filter cut the answer" + word);
      case PAUSED -> note("the provider paused and waits for a further request" + word);
      case FAILED -> complain("the response failed" + word + cut());
      case TRUNCATED -> complain("truncated: " + truncated() + cut() + outputs.withoutEnd());
      case CANCELLED -> complain("the stream was cancelled" + cut());
      case STALLED -> complain("the stream stalled" + cut());
    }
  }

  /** A mark of the end may have come although an output goes on, so that is not denied then. */
  private String truncated() {
    return "the bytes ended before the provider said that %s was done"
        .formatted(outputs.withoutEnd().isEmpty() ? "it" : "every output");
  }

  private String cut() {
    return cutBlocks == 0 ? "" : "; blocks cut in the middle: %,d".formatted(cutBlocks);
  }

  private static String words(StreamFault fault) {
    String code = fault.code() == null ? "" : " [" + fault.code() + "]";
    return switch (fault.kind()) {
          case PROVIDER_ERROR -> "error inside the stream" + code + ": ";
          case MALFORMED -> "malformed: ";
          case LIMIT -> "limit reached: ";
          case CONTRADICTION -> "contradiction: ";
          case SEQUENCE -> "sequence: ";
          case LATE -> "late: ";
          case ORPHAN -> "orphan: ";
          case SECOND_RESPONSE -> "second lifecycle: ";
          case CONNECTION -> "connection" + code + ": ";
        }
        + fault.message();
  }

  private void complain(String words) {
    add(new Finding(Weight.COMPLAINT, words, 1));
  }

  private void note(String words) {
    add(new Finding(Weight.NOTE, words, 1));
  }

  private void add(Finding finding) {
    if (seen.size() < MAX_COMPLAINTS || seen.containsKey(finding)) {
      seen.merge(finding, 1, Integer::sum);
    }
  }
}
