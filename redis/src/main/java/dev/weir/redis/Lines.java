package dev.weir.redis;

import java.util.function.Consumer;

/** The lines of one process to its engine. */
interface Lines {
  /** The line for what belongs to no event loop. */
  Line home();

  /** The line of the event loop that calls; the one at home if none does. */
  Line current();

  /** A line for channels, which has nothing else on it. */
  Line channels(Line.Messages messages);

  /** Says what to do on every new connection of a line, on its loop. */
  void onUp(Consumer<Line> action);

  void close();
}
