package dev.weir.cli.input;

import dev.weir.codec.Bytes;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.line.LineSplitter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The lines of an input, each asked for when it is needed. */
final class Lines {
  private final Slices slices;
  private final LineSplitter splitter;
  private final Deque<Bytes> waiting = new ArrayDeque<>();
  private boolean ended;

  Lines(Slices slices, int maxLineBytes) {
    this.slices = slices;
    this.splitter =
        new LineSplitter(
            maxLineBytes, (array, from, to) -> waiting.addLast(Bytes.of(array, from, to)));
  }

  /** The next line without its end; null after the last one. */
  @Nullable Bytes next() throws IOException {
    try {
      while (waiting.isEmpty() && !ended) {
        Slice slice = slices.next();
        if (slice == null) {
          ended = true;
          splitter.end();
        } else {
          splitter.feed(slice.bytes().toSlice());
        }
      }
      return waiting.pollFirst();
    } catch (LimitExceededException tooLong) {
      throw new NotAStreamException(String.valueOf(tooLong.getMessage()));
    }
  }
}
