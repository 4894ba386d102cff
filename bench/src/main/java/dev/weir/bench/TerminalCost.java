package dev.weir.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.terminal.ShownStream;
import dev.weir.terminal.StreamingView;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.jline.terminal.Size;
import org.jline.terminal.impl.LineDisciplineTerminal;

/**
 * Measures the processor time of the live view while five thousand deltas a second come in.
 *
 * <p>It is that of the whole JVM: the thread that feeds, the one that draws, compiler and garbage
 * collector. The terminal discards what it gets.
 */
final class TerminalCost {
  private static final int DELTAS_PER_SECOND = 5000;
  private static final BlockId BLOCK = new BlockId(0, 0);
  private static final String[] DELTAS = {
    "The",
    " river",
    " is",
    " **longer**",
    " than",
    " the",
    " other",
    ",",
    " as",
    " `far`",
    " as",
    " I",
    " know",
    ".\n",
    "- an item\n",
    "\n"
  };

  private TerminalCost() {}

  static String table(boolean quick) throws IOException, InterruptedException {
    int seconds = quick ? 5 : 20;
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var terminal =
        new LineDisciplineTerminal(
            "bench", "xterm-256color", OutputStream.nullOutputStream(), UTF_8);
    terminal.setSize(Size.of(120, 40));
    double percent;
    try (var view = StreamingView.create(terminal)) {
      ShownStream stream = view.stream("bench", null);
      stream.accept(new ResponseStart("r", "m"));
      stream.accept(
          new BlockStart(BLOCK, BlockKind.TEXT, null, null, /* synthetic= */ false, Map.of()));
      feed(stream, seconds);
      long processor = system.getProcessCpuTime();
      long start = System.nanoTime();
      feed(stream, seconds);
      percent = 100.0 * (system.getProcessCpuTime() - processor) / (System.nanoTime() - start);
    }
    return "| live view, 120×40, %,d deltas/s for %d s | %.1f %% of one core |%n"
        .formatted(DELTAS_PER_SECOND, seconds, percent);
  }

  private static void feed(ShownStream stream, int seconds) throws InterruptedException {
    long start = System.nanoTime();
    long all = (long) DELTAS_PER_SECOND * seconds;
    for (long fed = 0; fed < all; ) {
      long due = Math.min(all, (System.nanoTime() - start) * DELTAS_PER_SECOND / 1_000_000_000);
      for (; fed < due; fed++) {
        stream.accept(new BlockDelta(BLOCK, DELTAS[(int) (fed % DELTAS.length)]));
      }
      Thread.sleep(2);
    }
  }
}
