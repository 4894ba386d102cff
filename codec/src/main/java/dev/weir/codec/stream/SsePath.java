package dev.weir.codec.stream;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.sse.SseDecoder;
import dev.weir.codec.template.ChunkTemplate;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends each frame of an SSE stream the shorter of two ways: past framing and parser if it only
 * continues a block, else through them.
 */
final class SsePath {
  private final SseDecoder framing;
  private final FastPath fastPath;
  private final Consumer<Frame> general;
  private final FrameStart frameStart = new FrameStart();
  private int generalFrames;
  private @Nullable Bytes lastData;

  SsePath(SseDecoder framing, FastPath fastPath, Consumer<Frame> general) {
    this.framing = framing;
    this.fastPath = fastPath;
    this.general = general;
  }

  void feed(byte[] slice, int start) {
    int from = frameStart.isEmpty() ? start : restOfFrame(slice, start);
    boolean atStart = framing.isAtFrameStart();
    while (from < slice.length) {
      int end = atStart ? fastPath.take(slice, from, slice.length) : ChunkTemplate.NO_MATCH;
      if (end == ChunkTemplate.BEGINNING) {
        frameStart.addAll(slice, from, slice.length);
        return;
      }
      if (end == ChunkTemplate.NO_MATCH) {
        end = generalFrame(slice, from, atStart);
        atStart = framing.isAtFrameStart();
      }
      from = end;
    }
  }

  /** The same of bytes that are only lent: what goes past the parser needs no copy. */
  void feedLent(Bytes slice) {
    int from = slice.from();
    if (frameStart.isEmpty() && framing.isAtFrameStart()) {
      int end = from;
      while (end >= 0 && end < slice.to()) {
        from = end;
        end = fastPath.take(slice.array(), from, slice.to());
      }
      from = end < 0 ? from : end;
    }
    if (from < slice.to()) {
      feed(Arrays.copyOfRange(slice.array(), from, slice.to()), 0);
    }
  }

  /** Passes on what waits for the rest of its frame. */
  void end() {
    generalFrameStart();
  }

  /** Joins the beginning of a frame with its rest in this slice; returns where that ends. */
  private int restOfFrame(byte[] slice, int start) {
    int from = start;
    while (from < slice.length && !frameStart.isEmpty()) {
      from = frameStart.add(slice, from);
      int end = ChunkTemplate.BEGINNING;
      if (frameStart.isTooLong()) {
        end = ChunkTemplate.NO_MATCH;
      } else if (frameStart.endsLine()) {
        end = fastPath.take(frameStart.array(), 0, frameStart.length());
      }
      if (end >= 0) {
        frameStart.clear();
      } else if (end == ChunkTemplate.NO_MATCH) {
        generalFrameStart();
      }
    }
    return from;
  }

  private void generalFrameStart() {
    byte[] joined = frameStart.take();
    int from = 0;
    while (from < joined.length) {
      from = generalFrame(joined, from, /* atStart= */ from == 0);
    }
  }

  private int generalFrame(byte[] slice, int from, boolean atStart) {
    generalFrames = 0;
    lastData = null;
    fastPath.beforeGeneral();
    int end = framing.feedFrame(slice, from, this::watched);
    Bytes data = lastData;
    lastData = null;
    if (atStart && generalFrames == 1 && data != null && framing.isAtFrameStart()) {
      fastPath.afterGeneral(slice, from, end, data);
    }
    return end;
  }

  private void watched(Frame frame) {
    generalFrames++;
    lastData = frame.data();
    general.accept(frame);
  }
}
