package dev.weir.codec.dialect.gemini;

import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.Hole;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.event.FinishReason;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads Gemini {@code generateContent} chunks.
 *
 * <p>A candidate is an output. There is no terminal mark: finish reasons may come twice or on every
 * chunk, with text between them, so the response ends with the input, by the last reason of the
 * first candidate; if any candidate that began has none, it was cut. A blocked prompt has no finish
 * reason: its output ends filtered, with the block's reason as the word.
 */
final class GeminiDecoder implements DialectDecoder {
  private static final Set<String> CHUNK_FIELDS =
      Set.of(
          "candidates",
          "usageMetadata",
          "modelVersion",
          "responseId",
          "createTime",
          "promptFeedback",
          "error",
          "response");
  private static final Set<String> CANDIDATE_FIELDS =
      Set.of(
          "content",
          "index",
          "finishReason",
          "finishMessage",
          "safetyRatings",
          "citationMetadata",
          "groundingMetadata",
          "groundingAttributions",
          "urlContextMetadata",
          "avgLogprobs",
          "logprobsResult",
          "tokenCount");

  /** Known, but useful only to a client that speaks the same dialect. */
  private static final Set<String> CARRIED_OF_CANDIDATES =
      Set.of("avgLogprobs", "logprobsResult", "tokenCount");

  private static final List<String> MARKS =
      List.of("candidates", "promptFeedback", "usageMetadata", "responseId", "modelVersion");

  private static final List<Hole> HOLES =
      List.of(
          Hole.delta("candidates", "0", "content", "parts", "0", "text"),
          Hole.of(Hole.Role.INPUT_TOKENS, "usageMetadata", GeminiUsage.PROMPT),
          Hole.of(Hole.Role.OUTPUT_TOKENS, "usageMetadata", GeminiUsage.CANDIDATES),
          Hole.of(Hole.Role.REASONING_TOKENS, "usageMetadata", GeminiUsage.THOUGHTS),
          Hole.of(Hole.Role.TOTAL_TOKENS, "usageMetadata", GeminiUsage.TOTAL));

  private final EventWriter writer;
  private final Limits limits;
  private final UnknownFields unknown;
  private final Map<Long, GeminiCandidate> candidates = new LinkedHashMap<>();
  private boolean failed;
  private @Nullable String blockReason;

  GeminiDecoder(EventWriter writer, Limits limits) {
    this.writer = writer;
    this.limits = limits;
    this.unknown = new UnknownFields(writer);
    writer.offersAlternatives();
    writer.repeatsNothing();
  }

  @Override
  public boolean chunk(Frame frame, Json chunk) {
    if (chunk.isArray()) {
      boolean any = false;
      for (Json item : chunk.items()) {
        any |= chunk(frame, item);
      }
      return any;
    }
    Json body = body(chunk);
    boolean isError = chunk.has("error") || body.has("error") || isBareError(frame, chunk);
    if (!isError && !isMarked(body)) {
      writer.unrecognized("chunk", chunk.toText());
      return false;
    }
    if (isMarked(body)) {
      writer.start(body.get("responseId").text(), body.get("modelVersion").text());
      unknown.report("", body, CHUNK_FIELDS);
      unknown.carry("", body, Set.of("createTime"));
      promptFeedback(body.get("promptFeedback"));
      candidates(body.get("candidates").items());
      writer.runningUsage(body.get("usageMetadata"), GeminiUsage::of);
    }
    if (isError) {
      failed = true;
      writer.fault(ProviderErrors.fault(chunk.has("error") ? chunk : body));
    } else if (isWrapped(chunk)) {
      unknown.report("", chunk, CHUNK_FIELDS);
    }
    return true;
  }

  /** The chunk itself; Code Assist and some proxies wrap it in {@code response}. */
  static Json body(Json chunk) {
    return isWrapped(chunk) ? chunk.get("response") : chunk;
  }

  private static boolean isWrapped(Json chunk) {
    return chunk.get("response").isObject() && !chunk.has("candidates");
  }

  /** Whether a chunk has the marks of this dialect. */
  static boolean isMarked(Json chunk) {
    Json body = body(chunk);
    return MARKS.stream().anyMatch(body::has);
  }

  private static boolean isBareError(Frame frame, Json chunk) {
    return frame.event().equals("error")
        || (chunk.has("message") && (chunk.has("code") || chunk.has("status")));
  }

  private void candidates(List<Json> items) {
    List<GeminiCandidate> seen = new ArrayList<>();
    for (Json candidate : items) {
      seen.add(candidate(candidate, seen.size()));
    }
    for (GeminiCandidate candidate : candidates.values()) {
      if (!seen.isEmpty() && !seen.contains(candidate)) {
        candidate.passedOver();
      }
    }
  }

  private GeminiCandidate candidate(Json json, int position) {
    Long index = json.get("index").number();
    long key = index == null ? position : index;
    GeminiCandidate candidate = candidates.get(key);
    if (candidate == null) {
      if (candidates.size() >= limits.maxOpenBlocks()) {
        throw new LimitExceededException(
            "More than %,d candidates; raise max-open-blocks or check the upstream"
                .formatted(limits.maxOpenBlocks()));
      }
      candidate = new GeminiCandidate(writer, unknown, limits, candidates.size());
      candidates.put(key, candidate);
    }
    unknown.report(candidate.place(), json, CANDIDATE_FIELDS);
    unknown.carry(candidate.place(), json, CARRIED_OF_CANDIDATES);
    candidate.add(json);
    return candidate;
  }

  private void promptFeedback(Json feedback) {
    String reason = GeminiFinish.word(feedback.get("blockReason"));
    blockReason = reason == null ? blockReason : reason;
    // The ratings of a prompt belong to no block.
    unknown.report("promptFeedback.", feedback, Set.of("blockReason"));
  }

  @Override
  public void counts(long input, long output, long reasoning, long total) {
    writer.runningUsage(GeminiUsage.NAMES, GeminiUsage::of, input, output, reasoning, total);
  }

  @Override
  public List<Hole> holes() {
    // Text after a signature is another block.
    boolean signed = candidates.values().stream().anyMatch(GeminiCandidate::isSigned);
    return signed ? List.of() : HOLES;
  }

  @Override
  public void done() {
    end();
  }

  @Override
  public boolean isSettled() {
    return failed || allFinished() || blockReason != null;
  }

  private boolean allFinished() {
    return !candidates.isEmpty() && candidates.values().stream().allMatch(c -> c.word() != null);
  }

  private boolean anyFinished() {
    return candidates.values().stream().anyMatch(c -> c.word() != null);
  }

  @Override
  public void end() {
    if (writer.isEnded()) {
      return;
    }
    candidates.values().forEach(c -> c.end(failed));
    GeminiCandidate first = candidates.values().stream().findFirst().orElse(null);
    FinishReason reason = first == null || !allFinished() ? null : first.reason();
    if (reason == null && blockReason != null && !anyFinished()) {
      writer.outputEnd(/* output= */ 0, FinishReason.FILTERED, blockReason);
      reason = FinishReason.FILTERED;
    }
    Verdict natural = reason == null ? Verdict.TRUNCATED : reason.verdict();
    writer.end(
        failed ? Verdict.FAILED : natural, first == null || reason == null ? null : first.word());
  }
}
