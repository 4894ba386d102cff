package dev.weir.codec.framing;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.jsonarray.JsonArrayDecoder;
import dev.weir.codec.ndjson.NdjsonDecoder;
import dev.weir.codec.sse.SseDecoder;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a dialect's framing by the first byte of the stream that is not blank.
 *
 * <p>The same endpoint may answer in several framings: events or an array, depending on a query
 * parameter; lines or events, depending on its version; and one JSON body when it has only an error
 * to report. Blank lines before the first byte mean nothing in any of them.
 */
public final class SniffedFraming implements Decoder<byte[], Frame> {
  private final IntFunction<Decoder<byte[], Frame>> byFirstByte;
  private @Nullable Decoder<byte[], Frame> chosen;

  public SniffedFraming(IntFunction<Decoder<byte[], Frame>> byFirstByte) {
    this.byFirstByte = byFirstByte;
  }

  /** Events, or the elements of an array; a body that is one object is cut like an element. */
  public static SniffedFraming eventsOrArray(int maxFrameBytes) {
    return new SniffedFraming(first ->
        first == '[' || first == '{'
            ? new JsonArrayDecoder(maxFrameBytes)
            : SseDecoder.forProviders(maxFrameBytes));
  }

  /** Events, JSON lines, or the elements of an array. */
  public static SniffedFraming eventsOrLines(int maxFrameBytes) {
    return new SniffedFraming(first ->
        switch (first) {
          case '{' -> new NdjsonDecoder(maxFrameBytes);
          case '[' -> new JsonArrayDecoder(maxFrameBytes);
          default -> SseDecoder.forProviders(maxFrameBytes);
        });
  }

  /** Messages of the AWS event stream, which begin with the zero of their length; lines; events. */
  public static SniffedFraming messagesOrLines(int maxFrameBytes) {
    return new SniffedFraming(first ->
        switch (first) {
          case 0 -> new AwsStreamDecoder(maxFrameBytes);
          case '{' -> new NdjsonDecoder(maxFrameBytes);
          default -> SseDecoder.forProviders(maxFrameBytes);
        });
  }

  /** The framing, once the first byte has revealed it. */
  public @Nullable Decoder<byte[], Frame> chosen() {
    return chosen;
  }

  /** Looks for the first byte, if it has not come yet; returns where the stream goes on. */
  public int sniff(byte[] slice) {
    int from = 0;
    if (chosen == null) {
      while (from < slice.length && isBlank(slice[from])) {
        from++;
      }
      chosen = from < slice.length ? byFirstByte.apply(slice[from]) : null;
    }
    return from;
  }

  @Override
  public void feed(byte[] slice, Consumer<? super Frame> out) {
    int from = sniff(slice);
    Decoder<byte[], Frame> decoder = chosen;
    if (decoder != null) {
      decoder.feed(from == 0 ? slice : Arrays.copyOfRange(slice, from, slice.length), out);
    }
  }

  @Override
  public void end(Consumer<? super Frame> out) {
    Decoder<byte[], Frame> decoder = chosen;
    if (decoder != null) {
      decoder.end(out);
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }
}
