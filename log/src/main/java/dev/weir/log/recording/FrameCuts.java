package dev.weir.log.recording;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkDecoder;
import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.dialect.Dialect;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts slices where a frame is complete, so that a recording has one line for each chunk.
 *
 * <p>The pieces put together are the slice again: a cut in the wrong place would spoil nothing but
 * the look of a line. So the bytes may be looked at roughly (where lines or binary messages end),
 * and the real framing is asked only whether a frame has come.
 */
final class FrameCuts {
  /** Takes one piece of a slice. */
  @FunctionalInterface
  interface Sink {
    void piece(byte[] slice, int from, int to, @Nullable String conversationEventId);
  }

  /** The look of a line is not worth a second copy of frames longer than this. */
  private static final int MAX_LOOK_BYTES = 1 << 20;

  private final @Nullable Decoder<Frame, Chunk> chunks;

  /** The one owner of every chunk: then no chunk has to be read. */
  private final @Nullable String ofAll;

  private @Nullable Decoder<byte[], Frame> framing;
  private final BinaryMessages messages = new BinaryMessages();
  private boolean first = true;
  private boolean binary;

  private boolean framed;
  private @Nullable String owner;

  FrameCuts(Dialect dialect, Limits limits, @Nullable ConversationOwners owners) {
    ofAll = owners == null ? null : owners.ofAll();
    boolean reads = owners != null && ofAll == null;
    framing =
        dialect.framing(
            reads
                ? limits
                : limits.withMaxFrameBytes(Math.min(limits.maxFrameBytes(), MAX_LOOK_BYTES)));
    chunks =
        owners != null && reads ? new ChunkDecoder(dialect.chunkTable(), owners, limits) : null;
  }

  void cut(byte[] slice, Sink sink) {
    if (first && slice.length > 0) {
      first = false;
      binary = slice[0] == 0;
    }
    int from = 0;
    int to = 0;
    while (to < slice.length) {
      int end = end(slice, to);
      feed(slice, to, end);
      to = end;
      if (framed || to == slice.length) {
        sink.piece(slice, from, to, takeOwner());
        from = to;
      }
    }
  }

  /** Ends the input; returns the owner of a chunk that only the end completes. */
  @Nullable String end() {
    Decoder<byte[], Frame> open = framing;
    if (open != null) {
      guarded(() -> open.end(this::frame));
    }
    return takeOwner();
  }

  private @Nullable String takeOwner() {
    String taken = owner;
    owner = null;
    framed = false;
    return taken;
  }

  private int end(byte[] slice, int from) {
    if (framing == null) {
      return slice.length;
    }
    return binary ? messages.end(slice, from) : lineEnd(slice, from);
  }

  private static int lineEnd(byte[] slice, int from) {
    for (int i = from; i < slice.length - 1; i++) {
      if (slice[i] == '\n' || (slice[i] == '\r' && slice[i + 1] != '\n')) {
        return i + 1;
      }
    }
    return slice.length;
  }

  private void feed(byte[] slice, int from, int to) {
    Decoder<byte[], Frame> open = framing;
    if (open != null) {
      guarded(() -> open.feed(Arrays.copyOfRange(slice, from, to), this::frame));
    }
  }

  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (LimitExceededException tooMuch) {
      // The decoder reports it; here it only means that there are no more frames to cut at.
      framing = null;
    }
  }

  private void frame(Frame frame) {
    framed = true;
    owner = ofAll == null ? owner : ofAll;
    if (chunks != null) {
      chunks.feed(
          frame, c -> owner = c.conversationEventId() == null ? owner : c.conversationEventId());
    }
  }

  /** Finds the ends of messages that begin with their length, as AWS messages do. */
  private static final class BinaryMessages {
    private static final int LENGTH_BYTES = 4;

    private int prelude;
    private long length;
    private long missing;

    int end(byte[] slice, int from) {
      int at = from;
      while (at < slice.length && prelude < LENGTH_BYTES) {
        length = length << 8 | (slice[at++] & 0xff);
        if (++prelude == LENGTH_BYTES) {
          missing = Math.max(0, length - LENGTH_BYTES);
        }
      }
      int taken = (int) Math.min(missing, slice.length - at);
      missing -= taken;
      if (prelude == LENGTH_BYTES && missing == 0) {
        prelude = 0;
        length = 0;
      }
      return at + taken;
    }
  }
}
