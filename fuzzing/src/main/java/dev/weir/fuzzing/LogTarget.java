package dev.weir.fuzzing;

import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.StreamLog.StreamInfo;
import dev.weir.log.file.FileStreamLog;
import dev.weir.log.file.LogOptions;
import dev.weir.log.file.LogOptions.Durability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/** Files of the log: opened whatever they hold, the same when opened again, and added to. */
public final class LogTarget {
  private static final LogOptions OPTIONS = LogOptions.DEFAULT.with(Durability.OS);

  private LogTarget() {}

  public static void fuzzerTestOneInput(byte[] data) {
    try {
      Path folder = Files.createTempDirectory("weir-fuzz");
      try {
        Files.write(folder.resolve("0000000001.weirlog"), data);
        List<String> first = read(folder, "new-1");
        List<String> second = read(folder, "new-2");
        Finding.unless(second.containsAll(first), "opened again:%n%s%n%s", first, second);
      } finally {
        delete(folder);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The streams of one owner, with their events; then something is added. */
  private static List<String> read(Path folder, String fresh) throws IOException {
    try (FileStreamLog log = FileStreamLog.open(folder, OPTIONS)) {
      List<String> streams = new ArrayList<>();
      for (String owner : List.of("", "owner")) {
        for (StreamInfo info : StreamLog.await(log.list(owner, null, 100)).streams()) {
          streams.add(info + " " + StreamLog.await(log.read(info.stream(), 0, 1_000)).logged());
        }
      }
      log.begin(fresh, "other", "").join();
      log.append(new Addition(fresh, 0, 1, List.of(new ResponseStart("r", "m")))).join();
      return streams;
    } catch (CompletionException notTaken) {
      throw new AssertionError("A log that opens takes more", notTaken);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
