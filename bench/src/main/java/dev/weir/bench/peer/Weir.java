package dev.weir.bench.peer;

import dev.weir.bench.stream.ProviderStream;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.sse.SseDecoder;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Weir itself: bytes in slices to {@link StreamEvent}s. */
public final class Weir {
  private Weir() {}

  /** As everybody uses it. */
  public static Peer decoder(Dialect dialect, ProviderStream stream) {
    return decoding(() -> new StreamDecoder(dialect), stream);
  }

  /** Every frame through the parser: what a stream that the fast path cannot help costs. */
  public static Peer generalWay(Dialect dialect, ProviderStream stream) {
    return decoding(() -> StreamDecoder.withoutFastPath(dialect, DecodeOptions.DEFAULT), stream);
  }

  private static Peer decoding(Supplier<StreamDecoder> decoders, ProviderStream stream) {
    List<byte[]> slices = stream.slices();
    return sink -> {
      Consumer<StreamEvent> out = event -> sink.take(event, text(event));
      StreamDecoder decoder = decoders.get();
      for (byte[] slice : slices) {
        decoder.feed(slice, out);
      }
      decoder.end(out);
    };
  }

  private static String text(StreamEvent event) {
    return event instanceof StreamEvent.BlockDelta delta ? delta.text() : "";
  }

  /** Bytes to frames alone: the least that our decoders cost without the fast path. */
  public static Peer framing(ProviderStream stream) {
    List<byte[]> slices = stream.slices();
    return sink -> {
      SseDecoder framing = SseDecoder.forProviders(Limits.DEFAULT.maxFrameBytes());
      for (byte[] slice : slices) {
        framing.feed(slice, frame -> sink.take(frame, ""));
      }
      framing.end(frame -> sink.take(frame, ""));
    };
  }
}
