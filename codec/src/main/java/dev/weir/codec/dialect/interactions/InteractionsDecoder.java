package dev.weir.codec.dialect.interactions;

import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Counts;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.Hole;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.event.FinishReason;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of Gemini Interactions.
 *
 * <p>An interaction has one output; its steps are rows of blocks in it, told apart by the step's
 * index. The word for the end is the interaction's last status. {@code interaction.completed} comes
 * with every final status; the response ends with {@code [DONE]} or with the input, whichever comes
 * first.
 *
 * <p>The older events, made of contents instead of steps ({@code content.start}, {@code
 * interaction.complete}), have the same shape and are read the same way.
 */
final class InteractionsDecoder implements DialectDecoder {
  private static final Set<String> EVENT_FIELDS =
      Set.of(
          "event_type",
          "event_id",
          "interaction",
          "interaction_id",
          "status",
          "index",
          "step",
          "content",
          "delta",
          "usage",
          "step_usage",
          "error");
  private static final Set<String> INTERACTION_FIELDS =
      Set.of(
          "id",
          "model",
          "object",
          "status",
          "created",
          "updated",
          "usage",
          "steps",
          "outputs",
          "role",
          "error",
          "service_tier");

  private static final List<String> PREFIXES = List.of("interaction.", "step.", "content.");

  private static final List<Hole> HOLES =
      List.of(
          Hole.delta("delta", "text"),
          Hole.delta("delta", "arguments"),
          Hole.of(Hole.Role.IGNORED_TEXT, "event_id"));

  private final EventWriter writer;
  private final Limits limits;
  private final UnknownFields unknown;
  private final Map<Long, Step> steps = new HashMap<>();
  private boolean anyStep;
  private boolean called;
  private boolean completed;
  private boolean failed;
  private @Nullable String status;

  InteractionsDecoder(EventWriter writer, Limits limits) {
    this.writer = writer;
    this.limits = limits;
    this.unknown = new UnknownFields(writer);
  }

  /** Whether a chunk has the marks of this dialect. */
  static boolean isMarked(Json chunk) {
    String type = chunk.get("event_type").textOrEmpty();
    return PREFIXES.stream().anyMatch(type::startsWith);
  }

  @Override
  public boolean chunk(Frame frame, Json chunk) {
    String type = type(frame, chunk);
    boolean isError = type.equals("error") || chunk.has("error");
    if (isError) {
      failed = true;
      writer.fault(ProviderErrors.fault(chunk));
    } else if (type.startsWith("interaction.")) {
      completed |= type.startsWith("interaction.complete");
      if (type.equals("interaction.created") || type.equals("interaction.start")) {
        writer.announced();
      }
      interaction(chunk);
    } else if (!step(type, chunk)) {
      writer.unrecognized(type.isEmpty() ? "chunk" : type, chunk.toText());
      return false;
    }
    // What one step used is not what the interaction used so far.
    writer.usage(chunk.get("usage"), InteractionsDecoder::usage);
    unknown.report("", chunk, EVENT_FIELDS);
    return true;
  }

  static String type(Frame frame, Json chunk) {
    String type = chunk.get("event_type").textIfAny();
    return type == null ? frame.event() : type;
  }

  private void interaction(Json chunk) {
    Json interaction = chunk.get("interaction");
    String id = interaction.get("id").text();
    writer.start(
        id == null ? chunk.get("interaction_id").text() : id, interaction.get("model").text());
    String known = interaction.get("status").textIfAny();
    status(known == null ? chunk.get("status").textIfAny() : known);
    writer.usage(interaction.get("usage"), InteractionsDecoder::usage);
    unknown.report("interaction.", interaction, INTERACTION_FIELDS);
    if (interaction.has("error")) {
      failed = true;
      writer.fault(ProviderErrors.fault(interaction));
    }
    if (!anyStep) {
      wholeSteps(interaction.get("steps"));
      wholeSteps(interaction.get("outputs"));
    }
  }

  /** An interaction that ran in the background gives its steps at the end. */
  private void wholeSteps(Json whole) {
    for (Json json : whole.items()) {
      anyStep = true;
      var step = new Step(writer, unknown, json);
      called |= step.isCall();
      step.end(/* complete= */ true);
    }
  }

  private void status(@Nullable String now) {
    if (now != null && !now.equals(status)) {
      status = now;
      if (reason() == null) {
        writer.progress(now);
      }
    }
  }

  private boolean step(String type, Json chunk) {
    Long number = chunk.get("index").number();
    long index = number == null ? 0 : number;
    switch (type) {
      case "step.start", "content.start" -> {
        end(steps.remove(index), /* complete= */ true);
        open(index, chunk.has("step") ? chunk.get("step") : chunk.get("content"));
      }
      case "step.delta", "content.delta" -> {
        Step step = steps.get(index);
        Json delta = chunk.get("delta");
        (step == null ? open(index, Json.Null.NULL) : step).delta(delta);
      }
      case "step.stop", "content.stop" -> end(steps.remove(index), /* complete= */ true);
      default -> {
        return false;
      }
    }
    return true;
  }

  private Step open(long index, Json json) {
    if (steps.size() >= limits.maxOpenBlocks()) {
      throw new LimitExceededException(
          "More than %,d steps are open at once; raise max-open-blocks or check the upstream"
              .formatted(limits.maxOpenBlocks()));
    }
    var step = new Step(writer, unknown, json);
    anyStep = true;
    steps.put(index, step);
    return step;
  }

  private void end(@Nullable Step step, boolean complete) {
    if (step != null) {
      step.end(complete);
      called |= step.isCall();
    }
  }

  /** What tools returned is not counted as input here, nor are thoughts as output. */
  private static Usage usage(Json usage) {
    Long thoughts = usage.get("total_thought_tokens").number();
    return new Usage(
        Counts.sum(
            usage.get("total_input_tokens").number(), usage.get("total_tool_use_tokens").number()),
        Counts.sum(usage.get("total_output_tokens").number(), thoughts),
        thoughts,
        usage.get("total_cached_tokens").number(),
        null);
  }

  @Override
  public List<Hole> holes() {
    return HOLES;
  }

  @Override
  public void done() {
    end();
  }

  @Override
  public boolean isSettled() {
    return failed || reason() != null;
  }

  @Override
  public void end() {
    if (writer.isEnded()) {
      return;
    }
    FinishReason reason = reason();
    boolean natural = reason == FinishReason.STOP || reason == FinishReason.TOOL_CALLS;
    boolean complete = natural && !failed;
    steps.keySet().stream().sorted().forEach(i -> end(steps.get(i), complete));
    if (reason != null) {
      writer.outputEnd(/* output= */ 0, reason, status);
    }
    writer.end(verdict(reason), reason == null ? null : status);
  }

  private Verdict verdict(@Nullable FinishReason reason) {
    if (failed) {
      return Verdict.FAILED;
    }
    if ("cancelled".equals(status)) {
      return Verdict.CANCELLED;
    }
    return reason == null ? Verdict.TRUNCATED : reason.verdict();
  }

  /** Why the interaction ended; absent while it goes on. */
  private @Nullable FinishReason reason() {
    return switch (status == null ? "" : status) {
      case "completed" -> called ? FinishReason.TOOL_CALLS : FinishReason.STOP;
      case "requires_action" -> FinishReason.TOOL_CALLS;
      case "incomplete", "budget_exceeded" -> FinishReason.LENGTH;
      case "failed" -> FinishReason.FAILED;
      case "cancelled" -> FinishReason.OTHER;
      case "queued", "in_progress" -> null;
      default -> completed ? FinishReason.OTHER : null;
    };
  }
}
