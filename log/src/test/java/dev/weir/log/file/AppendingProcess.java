package dev.weir.log.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A process that appends until it is killed, and says what was acknowledged. */
final class AppendingProcess {
  private static final int STREAMS = 4;

  private AppendingProcess() {}

  /** Arguments: the folder, and a prefix for the names of streams. */
  public static void main(String[] args) throws IOException {
    EasyLog log = EasyLog.open(Path.of(args[0]), new LogOptions(200_000, 1 << 24));
    for (int i = 0; ; i++) {
      CompletableFuture<?>[] group = new CompletableFuture<?>[STREAMS];
      for (int stream = 0; stream < STREAMS; stream++) {
        String name = args[1] + "-" + stream;
        group[stream] =
            log.append(name, List.of(FileStreamLogTest.event(i)))
                .thenAccept(next -> say(name + " " + next));
      }
      CompletableFuture.allOf(group).join();
    }
  }

  @SuppressWarnings("SystemOut") // The test reads it.
  private static synchronized void say(String words) {
    System.out.println(words);
    System.out.flush();
  }
}
