package dev.weir.codec.stream;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.Hole;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.template.ChunkTemplate;
import dev.weir.codec.template.HoleValues;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes frames that only continue a block past the parser.
 *
 * <p>It watches what the general way makes of a frame. If that is one delta, and at most usage
 * besides, the frame becomes the template for those that follow. Any frame that goes the general
 * way voids the template, because it may have changed what the next delta means.
 */
final class FastPath implements Consumer<StreamEvent> {
  /** After this many templates that matched nothing, learning is not worthwhile for a while. */
  private static final int PATIENCE = 8;

  private static final int PAUSE_FRAMES = 64;

  private final DialectDecoder decoder;
  private final EventWriter writer;
  private final int maxFrameBytes;
  private final boolean isOpen;
  private Consumer<? super StreamEvent> out = event -> {};
  private @Nullable ChunkTemplate template;
  private @Nullable OpenBlock block;
  private int part;
  private boolean hasMatched;
  private int disappointments;
  private int pause;

  private long frames;
  private int events;
  private StreamEvent.@Nullable BlockDelta delta;
  private boolean surprised;

  /**
   * @param isOpen whether frames may take it at all
   */
  FastPath(DialectDecoder decoder, EventWriter writer, int maxFrameBytes, boolean isOpen) {
    this.decoder = decoder;
    this.writer = writer;
    this.maxFrameBytes = maxFrameBytes;
    this.isOpen = isOpen;
  }

  void to(Consumer<? super StreamEvent> sink) {
    out = sink;
  }

  /** Whether it knows what the next frame may look like. */
  boolean isKnown() {
    return template != null;
  }

  /** How many frames went past the parser. */
  long frames() {
    return frames;
  }

  /** Watches an event on its way out. */
  @Override
  public void accept(StreamEvent event) {
    events++;
    if (event instanceof StreamEvent.BlockDelta added && events == 1) {
      delta = added;
    } else if (!(event instanceof StreamEvent.UsageUpdate && events == 2)) {
      surprised = true;
    }
    out.accept(event);
  }

  /**
   * Takes the frame at a place if it only continues.
   *
   * @return where it ends, {@link ChunkTemplate#BEGINNING} if it may when its rest has come, or
   *     {@link ChunkTemplate#NO_MATCH}
   */
  int take(byte[] slice, int from, int to) {
    ChunkTemplate known = template;
    OpenBlock open = block;
    if (known == null || open == null || writer.isEnded()) {
      return ChunkTemplate.NO_MATCH;
    }
    int end = known.match(slice, from, to);
    if (end < 0) {
      return end;
    }
    HoleValues values = known.values();
    String text = end - from > maxFrameBytes ? null : values.delta(slice);
    if (text == null || mayRepeat(open, text)) {
      return ChunkTemplate.NO_MATCH;
    }
    long number = values.sequenceNumber();
    if (number >= 0 && !decoder.continues(number, text)) {
      return ChunkTemplate.NO_MATCH;
    }
    hasMatched = true;
    frames++;
    writer.delta(open, part, text);
    if (values.hasCounts()) {
      decoder.counts(
          values.inputTokens(),
          values.outputTokens(),
          values.reasoningTokens(),
          values.totalTokens());
    }
    return end;
  }

  /** Some proxies send the whole arguments again after their deltas: the dialect must look. */
  private static boolean mayRepeat(OpenBlock open, String text) {
    return open.kind() == BlockKind.TOOL_CALL && text.length() == open.length();
  }

  /** A frame goes the general way: forget the template and watch. */
  void beforeGeneral() {
    if (template != null) {
      disappointments = hasMatched ? 0 : disappointments + 1;
      if (disappointments >= PATIENCE) {
        disappointments = 0;
        pause = PAUSE_FRAMES;
      }
    }
    template = null;
    block = null;
    hasMatched = false;
    events = 0;
    delta = null;
    surprised = false;
  }

  /** The general way has finished a frame that lies in the slice: learn from it if possible. */
  void afterGeneral(byte[] slice, int from, int to, Bytes data) {
    StreamEvent.BlockDelta added = delta;
    delta = null;
    if (pause > 0) {
      pause--;
      return;
    }
    if (!isOpen || added == null || surprised || !data.isIn(slice) || data.from() < from) {
      return;
    }
    List<Hole> holes = decoder.holes();
    if (holes.isEmpty()) {
      return;
    }
    template = ChunkTemplate.of(slice, from, to, data.from(), data.to(), holes, added.text());
    block = writer.openBlock(added.block());
    part = added.part();
  }
}
