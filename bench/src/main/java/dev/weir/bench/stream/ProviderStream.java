package dev.weir.bench.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A generated response as its provider would send it, and what a decoder must find in it. */
public final class ProviderStream {
  /** Text deltas in every stream: enough that its start and its end do not count. */
  public static final int DELTAS = 4_000;

  /** What one read from a socket brings at most. */
  private static final int SLICE_BYTES = 16 * 1024;

  private final byte[] bytes;
  private final int frames;
  private final int deltas;
  private final long chars;

  ProviderStream(byte[] bytes, int frames, int deltas, long chars) {
    this.bytes = bytes;
    this.frames = frames;
    this.deltas = deltas;
    this.chars = chars;
  }

  /** The whole body, shared: nobody may change it. */
  public byte[] bytes() {
    return bytes;
  }

  /** The body as a socket would hand it over. */
  public List<byte[]> slices() {
    return slices(SLICE_BYTES);
  }

  public List<byte[]> slices(int size) {
    List<byte[]> slices = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += size) {
      slices.add(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + size)));
    }
    return slices;
  }

  /** How many SSE frames it has, the one that says {@code [DONE]} included. */
  public int frames() {
    return frames;
  }

  /** How many frames add text. */
  public int deltas() {
    return deltas;
  }

  /** How many UTF-16 characters of text they add together. */
  public long chars() {
    return chars;
  }
}
