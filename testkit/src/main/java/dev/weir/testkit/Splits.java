package dev.weir.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The ways a network may cut one run of bytes into slices. */
public final class Splits {
  private static final int RANDOM_SPLITS = 200;

  private Splits() {}

  /** Whole, byte by byte, cut once at every place, and cut at random places from a fixed seed. */
  public static Stream<List<byte[]>> of(byte[] bytes) {
    Stream<List<byte[]>> once =
        IntStream.rangeClosed(0, bytes.length).mapToObj(cut -> cutAt(bytes, List.of(cut)));
    Stream<List<byte[]>> eachByte =
        Stream.of(cutAt(bytes, IntStream.range(1, bytes.length).boxed().toList()));
    var random = new SplittableRandom(42);
    Stream<List<byte[]>> atRandom =
        Stream.generate(
                () -> random.ints(6, 0, bytes.length + 1).sorted().distinct().boxed().toList())
            .limit(RANDOM_SPLITS)
            .map(cuts -> cutAt(bytes, cuts));
    return Stream.of(once, eachByte, atRandom).flatMap(splits -> splits);
  }

  /** One slice for each byte. */
  public static List<byte[]> eachByte(byte[] bytes) {
    return cutAt(bytes, IntStream.range(1, bytes.length).boxed().toList());
  }

  /** Cut at random places, a few slices each time, from a fixed seed. */
  public static Stream<List<byte[]>> atRandom(byte[] bytes, int splits) {
    var random = new SplittableRandom(bytes.length);
    return Stream.generate(
            () -> random.ints(9, 0, bytes.length + 1).sorted().distinct().boxed().toList())
        .limit(splits)
        .map(cuts -> cutAt(bytes, cuts));
  }

  private static List<byte[]> cutAt(byte[] bytes, List<Integer> cuts) {
    List<byte[]> slices = new ArrayList<>();
    int from = 0;
    for (int cut : cuts) {
      slices.add(Arrays.copyOfRange(bytes, from, cut));
      from = cut;
    }
    slices.add(Arrays.copyOfRange(bytes, from, bytes.length));
    return slices;
  }
}
