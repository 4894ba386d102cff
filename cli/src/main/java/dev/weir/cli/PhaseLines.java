package dev.weir.cli;

import dev.weir.codec.json.JsonText;
import dev.weir.event.CompletionPolicy;
import dev.weir.event.OutputStats;
import dev.weir.event.PhaseCallbacks;
import dev.weir.event.PhaseTracker;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Prints a line whenever a phase changes, or is said to be complete. */
final class PhaseLines implements PhaseCallbacks {
  private final Console console;
  private final Supplier<JsonText> line;
  private final PhaseTracker tracker;

  /**
   * @param line an open object to write into
   */
  PhaseLines(Console console, Supplier<JsonText> line, CompletionPolicy policy) {
    this.console = console;
    this.line = line;
    this.tracker = new PhaseTracker(this, policy);
  }

  void event(StreamEvent event) {
    tracker.accept(event);
  }

  @Override
  public void reasoningStart(OutputStats stats) {
    print("reasoning_start", stats);
  }

  @Override
  public void reasoningComplete(OutputStats stats) {
    print("reasoning_complete", stats);
  }

  @Override
  public void contentStart(OutputStats stats) {
    print("content_start", stats);
  }

  @Override
  public void contentComplete(OutputStats stats) {
    print("content_complete", stats);
  }

  @Override
  public void finish(OutputStats stats) {
    print("finish", stats);
  }

  @Override
  public void error(Verdict verdict, @Nullable StreamFault fault) {
    var json = line.get().field("type", "error").field("verdict", verdict.name());
    if (fault != null) {
      json.fieldIfAny("code", fault.code()).field("message", fault.message());
    }
    console.out().println(json.endObject());
  }

  @Override
  public void end(Verdict verdict, @Nullable String word, @Nullable Usage usage) {
    var json = line.get().field("type", "end").field("verdict", verdict.name());
    console.out().println(json.fieldIfAny("word", word).endObject());
  }

  private void print(String type, OutputStats stats) {
    var finish = stats.finish();
    console
        .out()
        .println(
            line.get()
                .field("type", type)
                .field("output", stats.output())
                .field("reasoning", stats.reasoning().name())
                .field("content", stats.content().name())
                .field("reasoningDeltas", stats.reasoningDeltas())
                .field("contentDeltas", stats.contentDeltas())
                .fieldIfAny(
                    "finish", finish == null ? null : finish.name().toLowerCase(Locale.ROOT))
                .endObject());
  }
}
