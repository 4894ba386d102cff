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
  private static final List<Dialect> FRAMINGS = framings();

  private FramingTarget() {}

  public static void fuzzerTestOneInput(byte[] data) {
    for (Dialect dialect : FRAMINGS) {
      List<String> whole = frames(dialect, List.of(data));
      Finding.unlessEqual(frames(dialect, Slices.chosen(data)), whole, "frames");
    }
  }

  /** One dialect for each framing. */
  private static List<Dialect> framings() {
    Set<Class<?>> seen = new LinkedHashSet<>();
    return Dialects.all().stream().filter(d -> seen.add(d.framing(LIMITS).getClass())).toList();
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
