package dev.weir.fuzzing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Bytes as a network could cut them. */
final class Slices {
  private Slices() {}

  /**
   * Whole, into single bytes, or into pieces: one of them, by the input itself, so that a finding
   * is repeated by its bytes. All of them each time would cost three executions for what the next
   * inputs try anyway.
   */
  static List<byte[]> chosen(byte[] bytes) {
    return switch (Arrays.hashCode(bytes) & 3) {
      case 0 -> List.of(bytes.clone());
      case 1 -> single(bytes);
      default -> of(bytes);
    };
  }

  /** Cut by a rule that the input itself chooses. */
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

  private static List<byte[]> single(byte[] bytes) {
    List<byte[]> slices = new ArrayList<>(bytes.length);
    for (byte each : bytes) {
      slices.add(new byte[] {each});
    }
    return slices;
  }
}
