package dev.weir.cli;

import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.lifecycle.status.Status;
import dev.weir.codec.lifecycle.status.StatusPhrases;
import dev.weir.event.BlockKind;
import dev.weir.event.ReasoningParts;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.terminal.ShownStream;
import java.util.HashSet;
import java.util.Set;

/** Shows one stream in a live view, with the phrases that its reasoning gives. */
final class PanelOutput implements StreamOutput {
  private final ShownStream stream;
  private final Set<Integer> reasoning = new HashSet<>();
  private final ReasoningParts parts = new ReasoningParts();
  private StatusPhrases phrases;
  private boolean thinking;
  private long atMicros;

  PanelOutput(ShownStream stream) {
    this.stream = stream;
    this.phrases = newPhrases();
  }

  private StatusPhrases newPhrases() {
    return new StatusPhrases((Status status) -> stream.status(status.description()));
  }

  /** When what is shown next came, in microseconds since the recording began. */
  void at(long micros) {
    atMicros = micros;
  }

  @Override
  public boolean wantsChunks() {
    return false;
  }

  @Override
  public void chunk(Chunk chunk) {}

  @Override
  public void event(StreamEvent event, long atMillis) {
    stream.accept(event, atMicros);
    phrases(event);
  }

  /** Shows an event that comes now. */
  void now(StreamEvent event) {
    stream.accept(event);
    phrases(event);
  }

  private void phrases(StreamEvent event) {
    if (event instanceof BlockStart start && start.kind() == BlockKind.REASONING) {
      reasoning.add(start.block().block());
    } else if (event instanceof BlockDelta delta) {
      delta(delta);
    }
  }

  private void delta(BlockDelta delta) {
    if (reasoning.contains(delta.block().block())) {
      thinking = true;
      if (parts.begins(delta)) {
        phrases.newPart();
      }
      phrases.feed(delta.text());
    } else if (thinking) {
      // What the model was busy with is over when it speaks.
      thinking = false;
      phrases = newPhrases();
      stream.status("");
    }
  }

  @Override
  public void end(long atMillis) {}
}
