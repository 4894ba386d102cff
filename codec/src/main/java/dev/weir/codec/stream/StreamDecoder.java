package dev.weir.codec.stream;

import dev.weir.codec.Bytes;
import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.framing.SniffedFraming;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.RepeatedText;
import dev.weir.codec.sse.SseDecoder;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes one response from its bytes to its events, whatever they hold.
 *
 * <p>A slice belongs to the decoder once it is fed and must not be changed. Nothing a provider
 * sends makes it throw: a limit that is reached fails the response with a fault, and what came
 * before stays. Belongs to one stream and one thread at a time.
 */
public final class StreamDecoder implements Decoder<byte[], StreamEvent> {
  /** The names in chunks are the same in every stream, and take room: streams share them. */
  private static final JsonReader USUAL = reader(Limits.DEFAULT);

  private final Dialect dialect;
  private final Decoder<byte[], Frame> framing;
  private final JsonReader reader;
  private final RepeatedText texts = new RepeatedText();
  private final EventWriter writer;
  private final DialectDecoder decoder;
  private final FastPath fastPath;
  private @Nullable SsePath ssePath;

  private long bytes;
  private long parsedFrames;
  private long recognized;
  private long lateFrames;
  private boolean limitReached;
  private @Nullable String foreignChunk;

  /** A decoder with the usual limits. */
  public StreamDecoder(Dialect dialect) {
    this(dialect, DecodeOptions.DEFAULT);
  }

  /** A decoder with limits and choices of its own. */
  public StreamDecoder(Dialect dialect, DecodeOptions options) {
    this(dialect, options, /* fast= */ true);
  }

  /** Sends every frame through the parser: slower, the same events. For comparing the two ways. */
  public static StreamDecoder withoutFastPath(Dialect dialect, DecodeOptions options) {
    return new StreamDecoder(dialect, options, /* fast= */ false);
  }

  private StreamDecoder(Dialect dialect, DecodeOptions options, boolean fast) {
    Limits limits = options.limits();
    this.dialect = dialect;
    this.framing = dialect.framing(limits);
    this.reader = limits.equals(Limits.DEFAULT) ? USUAL : reader(limits);
    this.writer = new EventWriter(limits);
    this.decoder = dialect.decoder(writer, options);
    this.fastPath = new FastPath(decoder, writer, limits.maxFrameBytes(), fast);
    writer.to(fastPath);
  }

  private static JsonReader reader(Limits limits) {
    return new JsonReader(limits.maxDepth(), limits.maxFrameBytes());
  }

  @Override
  public void feed(byte[] slice, Consumer<? super StreamEvent> out) {
    feed(Bytes.of(slice), /* isLent= */ false, out);
  }

  /**
   * The same of a slice that stays the caller's, who may change it afterwards: what is not read
   * where it lies is copied.
   */
  public void feedLent(Bytes slice, Consumer<? super StreamEvent> out) {
    feed(slice, /* isLent= */ true, out);
  }

  private void feed(Bytes slice, boolean isLent, Consumer<? super StreamEvent> out) {
    fastPath.to(out);
    bytes += slice.length();
    if (isLimited()) {
      return;
    }
    try {
      SsePath path = ssePath;
      if (isLent && path != null) {
        path.feedLent(slice);
      } else {
        frames(isLent ? slice.toArray() : slice.array());
      }
    } catch (LimitExceededException limit) {
      limited(limit);
    }
  }

  private void frames(byte[] slice) {
    Decoder<byte[], Frame> known = framing;
    int from = 0;
    if (framing instanceof SniffedFraming sniffed) {
      from = sniffed.sniff(slice);
      known = sniffed.chosen();
    }
    if (known instanceof SseDecoder sse) {
      SsePath path = ssePath == null ? new SsePath(sse, fastPath, this::frame) : ssePath;
      ssePath = path;
      path.feed(slice, from);
    } else {
      framing.feed(slice, this::frame);
    }
  }

  /** The input ended on its own. */
  @Override
  public void end(Consumer<? super StreamEvent> out) {
    fastPath.to(out);
    guarded(this::endFrames);
    if (!writer.isEnded() && recognized == 0) {
      nothingRecognized();
    }
    guarded(decoder::end);
  }

  private void endFrames() {
    SsePath path = ssePath;
    if (path != null) {
      path.end();
    }
    framing.end(this::frame);
  }

  /**
   * The input was cut from our side. The response ends as the provider said if its terminal has
   * come, else with this verdict.
   */
  public void cut(Verdict verdict, @Nullable String word, Consumer<? super StreamEvent> out) {
    fastPath.to(out);
    writer.cut(verdict, word);
    guarded(decoder::end);
    writer.end(verdict, word);
  }

  /** The input broke: reports the fault, and the response fails unless its terminal has come. */
  public void fail(StreamFault fault, Consumer<? super StreamEvent> out) {
    fastPath.to(out);
    writer.fault(fault);
    cut(Verdict.FAILED, fault.code(), out);
  }

  /** Whether the provider numbers its chunks, so that lost ones are noticed. */
  public boolean isNumbered() {
    return decoder.isNumbered();
  }

  /** Whether the provider announced the response before any of it came. */
  public boolean isAnnounced() {
    return writer.isAnnounced();
  }

  /** Whether the provider's terminal has come: only remarks can follow, so waiting may be short. */
  public boolean isSettled() {
    return writer.isEnded() || decoder.isSettled();
  }

  /** Whether the last event has been handed over. */
  public boolean isEnded() {
    return writer.isEnded();
  }

  /** Frames that came before the response ended. */
  public long frames() {
    return parsedFrames + fastPath.frames();
  }

  /** Frames that came after the response had ended, and were not decoded. */
  public long lateFrames() {
    return lateFrames;
  }

  /** Frames that went past the parser. */
  public long fastFrames() {
    return fastPath.frames();
  }

  private void guarded(Runnable step) {
    if (isLimited()) {
      return;
    }
    try {
      step.run();
    } catch (LimitExceededException limit) {
      limited(limit);
    }
  }

  private boolean isLimited() {
    return writer.isEnded() && limitReached;
  }

  private void limited(LimitExceededException limit) {
    limitReached = true;
    writer.fault(StreamFault.Kind.LIMIT, String.valueOf(limit.getMessage()));
    writer.end(Verdict.FAILED, null);
  }

  private void frame(Frame frame) {
    if (writer.isEnded()) {
      lateFrames++;
      return;
    }
    parsedFrames++;
    if (!decoder.readsJson()) {
      recognized += decoder.chunk(frame, Json.Null.NULL) ? 1 : 0;
      return;
    }
    if (frame.isDone()) {
      recognized++;
      decoder.done();
      return;
    }
    Json chunk = read(frame);
    if (chunk == null) {
      return;
    }
    if (decoder.chunk(frame, chunk)) {
      recognized++;
    } else if (foreignChunk == null) {
      foreignChunk = EventWriter.preview(chunk.toText());
    }
  }

  private @Nullable Json read(Frame frame) {
    try {
      return reader.read(frame.data(), texts);
    } catch (JsonException malformed) {
      return readReplacing(frame, malformed);
    }
  }

  /** Bytes that are not UTF-8 are replaced, as the specification of SSE asks; JSON stays JSON. */
  private @Nullable Json readReplacing(Frame frame, JsonException first) {
    String text = frame.data().toString();
    if (text.indexOf('\uFFFD') >= 0) {
      try {
        Json json = reader.read(text);
        writer.fault(
            StreamFault.Kind.MALFORMED,
            "Frame %,d holds bytes that are not UTF-8; they are replaced by U+FFFD"
                .formatted(frames()));
        return json;
      } catch (JsonException stillMalformed) {
        // The first message says where the bytes break.
      }
    }
    if (frame.event().equals("error")) {
      writer.fault(
          new StreamFault(StreamFault.Kind.PROVIDER_ERROR, null, EventWriter.preview(text)));
      writer.end(Verdict.FAILED, null);
      return null;
    }
    writer.fault(
        StreamFault.Kind.MALFORMED,
        "Frame %,d (%,d bytes) is not a chunk of %s: %s; it begins «%s»"
            .formatted(
                frames(), frame.data().length(), dialect.word(), first.getMessage(), start(text)));
    return null;
  }

  private void nothingRecognized() {
    if (bytes == 0) {
      writer.fault(StreamFault.Kind.MALFORMED, "The stream is empty: it ended after 0 bytes");
    } else if (frames() == 0) {
      writer.fault(
          StreamFault.Kind.MALFORMED,
          "The stream ended after %,d bytes without one whole frame".formatted(bytes));
    } else {
      String seen = foreignChunk;
      if (seen != null) {
        writer.fault(
            StreamFault.Kind.MALFORMED,
            "None of the %,d frames is a chunk of %s; check the dialect. The first begins «%s»"
                .formatted(frames(), dialect.word(), start(seen)));
      }
      writer.end(Verdict.FAILED, null);
    }
  }

  private static String start(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
  }
}
