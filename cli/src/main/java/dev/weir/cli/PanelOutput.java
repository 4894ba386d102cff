package dev.weir.cli;

import dev.weir.codec.chunk.Chunk;
import dev.weir.event.StreamEvent;
import dev.weir.terminal.ShownStream;

/** Shows one recorded stream in a live view. */
final class PanelOutput implements StreamOutput {
  private final ShownStream stream;
  private long atMicros;

  PanelOutput(ShownStream stream) {
    this.stream = stream;
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
  }

  @Override
  public void end(long atMillis) {}
}
