package dev.weir.terminal;

import dev.weir.terminal.screen.Palette;
import dev.weir.terminal.view.Detail;
import java.util.function.LongSupplier;

/**
 * How streams are shown.
 *
 * @param detail how much of the thinking is shown
 * @param palette which colours are used on a terminal
 * @param sideBySide whether several streams stand in columns that fill the terminal, rather than
 *     one below the other; they leave the terminal when the view is closed, and stay as lines
 * @param microClock the time now, in microseconds from any start; what is live is timed by it
 */
public record ViewOptions(
    Detail detail, Palette palette, boolean sideBySide, LongSupplier microClock) {

  /** Normal detail, colours for a dark background, streams one below the other. */
  public static ViewOptions defaults() {
    return new ViewOptions(
        Detail.NORMAL, Palette.DARK, /* sideBySide= */ false, () -> System.nanoTime() / 1000);
  }

  public ViewOptions withDetail(Detail other) {
    return new ViewOptions(other, palette, sideBySide, microClock);
  }

  public ViewOptions withPalette(Palette other) {
    return new ViewOptions(detail, other, sideBySide, microClock);
  }

  public ViewOptions withSideBySide(boolean other) {
    return new ViewOptions(detail, palette, other, microClock);
  }

  public ViewOptions withMicroClock(LongSupplier other) {
    return new ViewOptions(detail, palette, sideBySide, other);
  }
}
