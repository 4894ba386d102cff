package dev.weir.fuzzing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The inputs that are kept for each target, in one file with one input per line in Base64: what a
 * fuzzer found stays, without thousands of files.
 */
public final class KeptCorpus {
  private static final String ENDING = ".txt";

  /**
   * How many inputs of a target, the smallest first: a start for a fuzzer, not its whole memory.
   */
  private static final int MOST_BYTES = 16 << 10;

  private KeptCorpus() {}

  /** {@code unpack KEPT WORK}, or {@code pack KEPT TARGET FOLDER}. */
  public static void main(String[] args) throws IOException {
    Path kept = Path.of(args[1]);
    if (args[0].equals("unpack")) {
      unpack(kept, Path.of(args[2]));
    } else {
      pack(kept.resolve(args[2] + ENDING), Path.of(args[3]));
    }
  }

  private static void unpack(Path kept, Path work) throws IOException {
    try (Stream<Path> files = Files.list(kept)) {
      for (Path file : files.filter(f -> f.toString().endsWith(ENDING)).toList()) {
        Path folder = work.resolve(file.getFileName().toString().replace(ENDING, ""));
        Files.createDirectories(folder);
        int number = 0;
        for (String line : Files.readAllLines(file)) {
          Files.write(folder.resolve("kept-" + number), Base64.getDecoder().decode(line));
          number++;
        }
      }
    }
  }

  private static void pack(Path file, Path folder) throws IOException {
    List<byte[]> inputs = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path input : files.toList()) {
        inputs.add(Files.readAllBytes(input));
      }
    }
    inputs.sort(
        Comparator.<byte[]>comparingInt(input -> input.length).thenComparing(Arrays::compare));
    List<String> lines = new ArrayList<>();
    int bytes = 0;
    for (byte[] input : inputs) {
      bytes += input.length;
      if (bytes <= MOST_BYTES) {
        lines.add(Base64.getEncoder().encodeToString(input));
      }
    }
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, lines);
  }
}
