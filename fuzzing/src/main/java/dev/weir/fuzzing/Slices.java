package dev.weir.fuzzing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Bytes as a network could cut them. */
final class Slices {
  private Slices() {}

  /** Cut by a rule that the input itself chooses, so that a finding is repeated by its bytes. */
  static List<byte[]> of(byte[] bytes) {
    List<byte[]> slices = new ArrayList<>();
    long state = bytes.length * 0x9E3779B97F4A7C15L + (bytes.length == 0 ? 0 : bytes[0]);
    int from = 0;
    while (from < bytes.length) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      int to = Math.min(bytes.length, from + 1 + (int) ((state >>> 40) % 23));
      slices.add(Arrays.copyOfRange(bytes, from, to));
      from = to;
    }
    return slices;
  }

  static List<byte[]> single(byte[] bytes) {
    List<byte[]> slices = new ArrayList<>();
    for (byte each : bytes) {
      slices.add(new byte[] {each});
    }
    return slices;
  }
}
