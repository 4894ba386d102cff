package dev.weir.bench;

import dev.weir.bench.stream.ChatStream;
import dev.weir.bench.stream.ProviderStream;
import dev.weir.codec.stream.Dialect;
import dev.weir.codec.stream.StreamDecoder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/**
 * Shows that cost is linear in the bytes when they come one by one: twice the stream, twice the
 * time. It is a shape that counts here, so the best of a few runs is taken, in processor time.
 */
final class SliceCost {
  private static final int RUNS = 10;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final List<Integer> KIBIBYTES = List.of(512, 1024, 2048);

  private SliceCost() {}

  static String table() {
    StringBuilder out = new StringBuilder();
    out.append("| One byte a slice | 0.5 MB | 1 MB | 2 MB |\n|---|---:|---:|---:|\n");
    out.append(row("many frames, ms", /* isOneFrame= */ false));
    out.append(row("one frame, ms", /* isOneFrame= */ true));
    return out.toString();
  }

  private static String row(String label, boolean isOneFrame) {
    StringBuilder out = new StringBuilder("| " + label + " |");
    nanos(stream(KIBIBYTES.getLast() << 10, isOneFrame).slices(1));
    for (int size : KIBIBYTES) {
      List<byte[]> slices = stream(size << 10, isOneFrame).slices(1);
      long best = Long.MAX_VALUE;
      for (int i = 0; i < RUNS; i++) {
        best = Math.min(best, nanos(slices));
      }
      out.append(" %.1f |".formatted(best / 1e6));
    }
    return out.append('\n').toString();
  }

  private static ProviderStream stream(int bytes, boolean isOneFrame) {
    if (isOneFrame) {
      return ChatStream.oneChunk(bytes);
    }
    ProviderStream probe = ChatStream.create(1000);
    return ChatStream.create((int) (1000L * bytes / probe.bytes().length));
  }

  private static long nanos(List<byte[]> slices) {
    long start = THREADS.getCurrentThreadCpuTime();
    var decoder = new StreamDecoder(Dialect.OPENAI_CHAT);
    for (byte[] slice : slices) {
      decoder.feed(slice, event -> {});
    }
    decoder.end(event -> {});
    return THREADS.getCurrentThreadCpuTime() - start;
  }
}
