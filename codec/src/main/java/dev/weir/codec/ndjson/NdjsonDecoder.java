package dev.weir.codec.ndjson;

import dev.weir.codec.Bytes;
import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.line.LineSplitter;
import java.util.function.Consumer;

/**
 * Cuts a byte stream into one frame per line. Blank lines are keep-alives; the last line counts
 * even without its end.
 */
public final class NdjsonDecoder implements Decoder<byte[], Frame> {
  private final LineSplitter lines;
  private Consumer<? super Frame> out = frame -> {};

  public NdjsonDecoder(int maxFrameBytes) {
    lines = new LineSplitter(maxFrameBytes, this::line);
  }

  @Override
  public void feed(byte[] slice, Consumer<? super Frame> frames) {
    out = frames;
    lines.feed(slice);
  }

  @Override
  public void end(Consumer<? super Frame> frames) {
    out = frames;
    lines.end();
  }

  private void line(byte[] a, int from, int to) {
    int start = from;
    while (start < to && a[start] <= ' ' && a[start] >= 0) {
      start++;
    }
    if (start < to) {
      out.accept(new Frame("", "", Bytes.of(a, start, to)));
    }
  }
}
