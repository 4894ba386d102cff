package dev.weir.codec.stream;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.ndjson.NdjsonDecoder;
import dev.weir.codec.sse.SseDecoder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Frames a stream by what its first byte tells: a message of the AWS event stream begins with the
 * zero of its length, a JSON line with a brace; anything else is an SSE stream.
 */
final class SniffedFraming implements Decoder<byte[], Frame> {
  private final int maxFrameBytes;
  private @Nullable Decoder<byte[], Frame> framing;

  SniffedFraming(Limits limits) {
    this.maxFrameBytes = limits.maxFrameBytes();
  }

  @Override
  public void feed(byte[] slice, Consumer<? super Frame> out) {
    if (slice.length == 0) {
      return;
    }
    Decoder<byte[], Frame> chosen = framing;
    if (chosen == null) {
      chosen =
          switch (slice[0]) {
            case 0 -> new AwsStreamDecoder(maxFrameBytes);
            case '{' -> new NdjsonDecoder(maxFrameBytes);
            default -> SseDecoder.forProviders(maxFrameBytes);
          };
      framing = chosen;
    }
    chosen.feed(slice, out);
  }

  @Override
  public void end(Consumer<? super Frame> out) {
    Decoder<byte[], Frame> chosen = framing;
    if (chosen != null) {
      chosen.end(out);
    }
  }
}
