package dev.weir.terminal;

import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Screen;
import dev.weir.terminal.screen.ScreenEncoder;
import dev.weir.terminal.view.Room;
import java.io.PrintWriter;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/** Draws in place on a terminal, from a thread of its own, at most thirty times a second. */
final class LiveSurface implements Surface {
  private static final long LEAST_MILLIS = 34;
  private static final long TIMER_MILLIS = 100;

  private static final Size USUAL = Size.of(80, 24);

  private final Stage stage;
  private final Terminal terminal;
  private final boolean sideBySide;
  private final ScreenEncoder encoder;
  private final Object wake = new Object();
  private @Nullable Thread drawer;
  private boolean changed;
  private boolean closed;
  private Size size;
  private final LiveRoom room;
  private Screen shown = Screen.EMPTY;

  LiveSurface(Stage stage, Terminal terminal, ViewOptions options) {
    this.stage = stage;
    this.terminal = terminal;
    this.sideBySide = options.sideBySide();
    this.encoder = new ScreenEncoder(options.palette(), options.sideBySide());
    this.size = size();
    // If it is not known how much is above, the screen is taken to be full.
    this.room =
        new LiveRoom(
            size.getColumns(), size.getRows(), options.rowsAbove().orElse(size.getRows() - 1));
  }

  @Override
  public void changed() {
    synchronized (wake) {
      changed = true;
      wake.notifyAll();
    }
  }

  @Override
  public void advanced() {
    synchronized (wake) {
      if (drawer == null && !closed) {
        drawer = Thread.ofPlatform().daemon().name("weir-view").start(this::drawOnAndOn);
      }
    }
    changed();
  }

  private void drawOnAndOn() {
    try {
      while (awaitChange()) {
        draw();
        Thread.sleep(LEAST_MILLIS);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for a change, or for the timer of what is live; false when the view is closed. */
  private boolean awaitChange() throws InterruptedException {
    boolean isLive = !stage.isEmpty();
    synchronized (wake) {
      while (!changed && !closed) {
        wake.wait(isLive ? TIMER_MILLIS : 0);
        if (isLive) {
          break;
        }
      }
      changed = false;
      return !closed;
    }
  }

  /** Draws once. */
  synchronized void draw() {
    StringBuilder out = new StringBuilder();
    isResized(out);
    if (!sideBySide) {
      print(out);
    }
    if (stage.isEmpty()) {
      shown = Screen.EMPTY;
      out.append(encoder.close());
    } else {
      Screen next = screen();
      // Laying out takes a moment, and a terminal that has become lower meanwhile has no room.
      shown = isResized(out) ? screen() : next;
      room.drawn(shown.rows().size());
      out.append(encoder.draw(shown));
    }
    write(out);
  }

  /** Looks whether the terminal has another size; what was drawn is erased then. */
  private boolean isResized(StringBuilder out) {
    Size now = size();
    if (now.equals(size)) {
      return false;
    }
    size = now;
    room.resized(now.getColumns(), now.getRows(), shown.rows());
    shown = Screen.EMPTY;
    out.append(encoder.resized());
    return true;
  }

  private void print(StringBuilder out) {
    List<Line> finished = stage.takeFinished(size.getColumns(), /* rich= */ true);
    if (!finished.isEmpty()) {
      out.append(encoder.print(finished));
      room.printed(finished.size());
    }
  }

  private Screen screen() {
    if (sideBySide) {
      return new Screen(stage.rows(Room.of(size.getColumns(), size.getRows())));
    }
    return new Screen(stage.rows(room.room()));
  }

  private Size size() {
    Size now = terminal.getSize();
    return now.getColumns() > 0 && now.getRows() > 0 ? now : USUAL;
  }

  private void write(StringBuilder out) {
    if (!out.isEmpty()) {
      PrintWriter writer = terminal.writer();
      writer.append(out);
      writer.flush();
    }
  }

  @Override
  public void close() {
    Thread drawing;
    synchronized (wake) {
      closed = true;
      drawing = drawer;
      wake.notifyAll();
    }
    join(drawing);
    synchronized (this) {
      StringBuilder out = new StringBuilder(sideBySide ? encoder.close() : "");
      print(out);
      write(out.append(encoder.close()));
    }
  }

  private static void join(@Nullable Thread drawing) {
    if (drawing == null) {
      return;
    }
    try {
      drawing.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
