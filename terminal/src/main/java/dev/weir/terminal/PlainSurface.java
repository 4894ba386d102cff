package dev.weir.terminal;

import dev.weir.terminal.screen.Line;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Plain text for a file or a pipe: each panel once, when it is finished; no escape sequence. */
final class PlainSurface implements Surface {
  private static final int WIDTH = 80;

  private final Stage stage;
  private final Appendable out;

  PlainSurface(Stage stage, Appendable out) {
    this.stage = stage;
    this.out = out;
  }

  @Override
  public void changed() {}

  @Override
  public synchronized void advanced() {
    try {
      for (Line line : stage.takeFinished(WIDTH, /* rich= */ false)) {
        out.append(line.text()).append('\n');
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    advanced();
  }
}
