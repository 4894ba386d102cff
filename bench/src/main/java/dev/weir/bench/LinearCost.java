package dev.weir.bench;

import dev.weir.bench.stream.ChatStream;
import dev.weir.bench.stream.ProviderStream;
import dev.weir.codec.partial.PartialJson;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Shows that cost is linear where it could easily be worse: twice the input, twice the time. The
 * shape is what counts here, so the best of a few runs is taken, in processor time.
 */
final class LinearCost {
  private static final int RUNS = 10;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private LinearCost() {}

  static String table() {
    return "| processor ms | a quarter | a half | all |\n|---|---:|---:|---:|\n"
        + row("2 MB of chat frames, one byte a slice", 2 << 20, LinearCost::manyFrames)
        + row("one chat frame of 2 MB, one byte a slice", 2 << 20, LinearCost::oneFrame)
        + row("20,000 chat chunks with reasoning_details", 20_000, LinearCost::details)
        + row("arguments of 100,000 characters, one a delta", 100_000, LinearCost::arguments);
  }

  /**
   * @param work makes a task of a size; what it needs to begin with is not measured
   */
  private static String row(String label, int size, IntFunction<Runnable> work) {
    Runnable whole = work.apply(size);
    for (int i = 0; i < RUNS; i++) {
      whole.run();
    }
    StringBuilder out = new StringBuilder("| " + label + " |");
    for (int part : List.of(size / 4, size / 2, size)) {
      Runnable task = work.apply(part);
      long best = Long.MAX_VALUE;
      for (int i = 0; i < RUNS; i++) {
        long start = THREADS.getCurrentThreadCpuTime();
        task.run();
        best = Math.min(best, THREADS.getCurrentThreadCpuTime() - start);
      }
      out.append(" %.1f |".formatted(best / 1e6));
    }
    return out.append('\n').toString();
  }

  private static Runnable manyFrames(int bytes) {
    int perDelta = ChatStream.create(1000).bytes().length / 1000;
    return decoding(ChatStream.create(bytes / perDelta));
  }

  private static Runnable oneFrame(int bytes) {
    return decoding(ChatStream.oneChunk(bytes));
  }

  private static Runnable details(int chunks) {
    return decoding(List.of(ChatStream.details(chunks).bytes()));
  }

  private static Runnable decoding(ProviderStream stream) {
    return decoding(stream.slices(1));
  }

  private static Runnable decoding(List<byte[]> slices) {
    return () -> {
      var decoder = new StreamDecoder(Dialects.OPENAI_CHAT);
      for (byte[] slice : slices) {
        decoder.feed(slice, event -> {});
      }
      decoder.end(event -> {});
    };
  }

  private static Runnable arguments(int chars) {
    String item = "{\"name\":\"river\",\"level\":[1.5,true,null]},";
    String text = "[" + item.repeat(chars / item.length()) + "0]";
    List<String> deltas = text.chars().mapToObj(Character::toString).toList();
    return () -> {
      var reader = new PartialJson();
      deltas.forEach(reader::feed);
      if (!reader.isWhole()) {
        throw new IllegalStateException("The arguments must be whole: " + reader.problem());
      }
    };
  }
}
