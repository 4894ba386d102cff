package dev.weir.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Recorded provider streams beside the project, in {@code ../shared/corpus}. They are not part of
 * the project: tests over them have nothing to do where the folder is missing.
 */
public final class Corpus {
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final int SAMPLE_EVERY = 10;

  private Corpus() {}

  /** One recorded stream. */
  public record Recorded(String name, Path file) {

    public byte[] bytes() {
      return read(file);
    }

    /** What an independent reducer made of it, as JSON. */
    public byte[] expected() {
      return read(sibling(".expected.json"));
    }

    /** The slices as the network cut them, where the source kept that. */
    public Optional<List<byte[]>> recordedSlices() {
      Path cuts = sibling(".chunks.json");
      if (!Files.exists(cuts)) {
        return Optional.empty();
      }
      byte[] bytes = bytes();
      List<byte[]> slices = new ArrayList<>();
      int from = 0;
      Matcher lengths = NUMBER.matcher(new String(read(cuts), StandardCharsets.UTF_8));
      while (lengths.find() && from < bytes.length) {
        int to = Math.min(bytes.length, from + Integer.parseInt(lengths.group()));
        slices.add(Arrays.copyOfRange(bytes, from, to));
        from = to;
      }
      slices.add(Arrays.copyOfRange(bytes, from, bytes.length));
      return Optional.of(slices);
    }

    private Path sibling(String ending) {
      return file.resolveSibling(file.getFileName() + ending);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** The folders, one for each wire protocol, sorted; none where there is no corpus. */
  public static List<String> folders() {
    Optional<Path> root = root();
    if (root.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(root.get())) {
      return files
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The streams of one folder, sorted by name; none where there is no corpus. */
  public static List<Recorded> streams(String folder) {
    Optional<Path> root = root();
    if (root.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(root.get().resolve(folder))) {
      return files
          .filter(f -> !f.toString().endsWith(".expected.json"))
          .filter(f -> !f.toString().endsWith(".chunks.json"))
          .sorted()
          .map(f -> new Recorded(folder + "/" + f.getFileName(), f))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The recorded request bodies of one folder of {@code ../shared/requests}, sorted by name. */
  public static List<Recorded> requests(String folder) {
    Optional<Path> root = root().map(corpus -> corpus.resolveSibling("requests").resolve(folder));
    if (root.isEmpty() || !Files.isDirectory(root.get())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(root.get())) {
      return files.sorted().map(f -> new Recorded(folder + "/" + f.getFileName(), f)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The streams of one folder that slow tests take: every tenth, or all of them with {@code
   * -Dweir.corpus=all}.
   */
  public static List<Recorded> sample(String folder) {
    List<Recorded> all = streams(folder);
    boolean isWhole = "all".equals(System.getProperty("weir.corpus"));
    return isWhole
        ? all
        : IntStream.range(0, all.size())
            .filter(i -> i % SAMPLE_EVERY == 0)
            .mapToObj(all::get)
            .toList();
  }

  private static Optional<Path> root() {
    for (Path p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
      Path corpus = p.resolve("../shared/corpus").normalize();
      if (Files.isDirectory(corpus)) {
        return Optional.of(corpus);
      }
    }
    return Optional.empty();
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
