package dev.weir.fuzzing;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Every framing: the same frames however the bytes are cut, nothing thrown, nothing held. */
public final class FramingTarget {
  private static final Limits LIMITS = Limits.DEFAULT.withMaxFrameBytes(1 << 12);

  private FramingTarget() {}

  public static void fuzzerTestOneInput(byte[] data) {
    Set<Class<?>> seen = new LinkedHashSet<>();
    for (Dialect dialect : Dialects.all()) {
      if (seen.add(dialect.framing(LIMITS).getClass())) {
        List<String> whole = frames(dialect, List.of(data));
        Finding.unlessEqual(frames(dialect, Slices.of(data)), whole, "frames of " + dialect);
        Finding.unlessEqual(frames(dialect, Slices.single(data)), whole, "frames of " + dialect);
      }
    }
  }

  private static List<String> frames(Dialect dialect, List<byte[]> slices) {
    List<String> frames = new ArrayList<>();
    Decoder<byte[], Frame> decoder = dialect.framing(LIMITS);
    try {
      // A slice belongs to the decoder once it is fed.
      slices.forEach(slice -> decoder.feed(slice.clone(), frame -> frames.add(frame.toString())));
      decoder.end(frame -> frames.add(frame.toString()));
    } catch (LimitExceededException reached) {
      frames.add("limit");
    }
    return frames;
  }
}
