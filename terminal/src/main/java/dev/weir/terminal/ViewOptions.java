package dev.weir.terminal;

import dev.weir.terminal.screen.Palette;
import dev.weir.terminal.view.Detail;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * How streams are shown.
 *
 * @param detail how much of the thinking is shown
 * @param palette which colours are used on a terminal
 * @param sideBySide whether several streams stand in columns that fill the terminal, rather than
 *     one below the other; they leave the terminal when the view is closed, and stay as lines
 * @param rowsAbove how many rows of the terminal are above where the view begins, if that is known
 *     ({@link CursorRow} asks); with few of them, what is live is narrow, so that a terminal that
 *     is made narrower leaves nothing of it behind
 * @param microClock the time now, in microseconds from any start; what is live is timed by it
 */
public record ViewOptions(
    Detail detail,
    Palette palette,
    boolean sideBySide,
    OptionalInt rowsAbove,
    LongSupplier microClock) {

  /** Normal detail, colours for a dark background, streams one below the other. */
  public static ViewOptions defaults() {
    return new ViewOptions(
        Detail.NORMAL,
        Palette.DARK,
        /* sideBySide= */ false,
        OptionalInt.empty(),
        () -> System.nanoTime() / 1000);
  }

  /** With more or less of the thinking. */
  public ViewOptions withDetail(Detail other) {
    return new ViewOptions(other, palette, sideBySide, rowsAbove, microClock);
  }

  /** With other colours. */
  public ViewOptions withPalette(Palette other) {
    return new ViewOptions(detail, other, sideBySide, rowsAbove, microClock);
  }

  /** In columns, or one below the other. */
  public ViewOptions withSideBySide(boolean other) {
    return new ViewOptions(detail, palette, other, rowsAbove, microClock);
  }

  /** Beginning so far down the terminal. */
  public ViewOptions withRowsAbove(OptionalInt other) {
    return new ViewOptions(detail, palette, sideBySide, other, microClock);
  }

  /** Timed by another clock. */
  public ViewOptions withMicroClock(LongSupplier other) {
    return new ViewOptions(detail, palette, sideBySide, rowsAbove, other);
  }
}
