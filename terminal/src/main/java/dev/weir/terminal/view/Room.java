package dev.weir.terminal.view;

/**
 * How much of the terminal the rows of streams may take.
 *
 * @param width columns for the panels
 * @param frameWidth columns for the lines above and below them
 * @param height rows, at least one
 */
public record Room(int width, int frameWidth, int height) {

  /** The same width for everything. */
  public static Room of(int width, int height) {
    return new Room(width, width, height);
  }

  /** With another height. */
  public Room withHeight(int other) {
    return new Room(width, frameWidth, other);
  }
}
