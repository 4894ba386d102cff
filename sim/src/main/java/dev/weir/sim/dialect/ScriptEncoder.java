package dev.weir.sim.dialect;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.Loss;
import dev.weir.codec.render.Tree;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Writes what a script can say: thinking, text, calls, an end or an error. It is not an encoder of
 * the codec, since those write whatever any provider ever sent, and report what they cannot.
 */
abstract class ScriptEncoder implements DialectEncoder {
  private final Map<Integer, BlockStart> starts = new HashMap<>();
  private FinishReason finish = FinishReason.STOP;
  private boolean isFailed;
  private Consumer<? super Frame> out = frame -> {};

  abstract void start(String id, String model);

  abstract void start(int index, BlockStart block);

  abstract void delta(int index, BlockStart block, String text);

  abstract void end(int index, BlockStart block, BlockEnd end);

  /** The last frames of an answer that reached its end. */
  abstract void end(FinishReason reason, Usage usage);

  /** The last frame of an answer that did not. */
  abstract void fail(StreamFault fault);

  /** Says a frame under a name. */
  final void say(String name, Tree json) {
    out.accept(new Frame(name, "", Bytes.of(json.json().toText())));
  }

  final void say(Frame frame) {
    out.accept(frame);
  }

  @Override
  public final List<Loss> losses() {
    return List.of();
  }

  @Override
  public final void accept(StreamEvent event, Consumer<? super Frame> sink) {
    out = sink;
    switch (event) {
      case ResponseStart e ->
          start(
              Objects.requireNonNullElse(e.responseId(), ""),
              Objects.requireNonNullElse(e.modelName(), ""));
      case BlockStart e -> {
        starts.put(e.block().block(), e);
        start(e.block().block(), e);
      }
      case BlockDelta e -> delta(e.block().block(), known(e.block().block()), e.text());
      case BlockEnd e -> end(e.block().block(), known(e.block().block()), e);
      case OutputEnd e -> finish = e.reason();
      case Fault e -> {
        isFailed = true;
        fail(e.fault());
      }
      case ResponseEnd e -> {
        if (!isFailed) {
          end(finish, Objects.requireNonNullElse(e.usage(), Usage.NONE));
        }
      }
      case StreamEvent.ResponseProgress e -> {}
      case StreamEvent.PassStart e -> {}
      case StreamEvent.PassEnd e -> {}
      case StreamEvent.Annotation e -> {}
      case StreamEvent.ToolProgress e -> {}
      case StreamEvent.UsageUpdate e -> {}
      case StreamEvent.SequenceGap e -> {}
      case StreamEvent.BlockRepair e -> {}
      case StreamEvent.UnrepairedGap e -> {}
      case StreamEvent.FailedTry e -> {}
      case StreamEvent.Seam e -> {}
      case StreamEvent.Unrecognized e -> {}
    }
  }

  private BlockStart known(int block) {
    return Objects.requireNonNull(starts.get(block), "a block that was never started");
  }

  /** The dialect's word for an end. */
  static String word(
      FinishReason reason, String stop, String length, String calls, String filtered) {
    return switch (reason) {
      case STOP, PAUSED, FAILED, OTHER -> stop;
      case LENGTH -> length;
      case TOOL_CALLS -> calls;
      case REFUSED, FILTERED -> filtered;
    };
  }
}
