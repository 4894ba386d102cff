package dev.weir.terminal.chat;

import dev.weir.terminal.ShownStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The one who answers, and remembers what was said.
 *
 * <p>What a person can change returns a few words that confirm it, and throws {@link
 * IllegalArgumentException} with words that say what is wrong.
 */
public interface Answerer {

  /** One answer on its way. */
  interface Answer {
    /** Returns when the last event has been handed over. */
    void await() throws InterruptedException;

    /** Asks for an early end; what came stays, and the events end as they must. */
    void cancel();
  }

  /** Who answers, in a word. */
  String provider();

  /** Which model answers, if one was chosen. */
  @Nullable String modelName();

  /**
   * Begins to answer; events and status phrases may be shown on any thread, one after the other.
   *
   * @throws IllegalArgumentException if that cannot be asked
   */
  Answer ask(String prompt, ShownStream stream);

  /** Lets another model answer from now on. */
  String model(String name);

  /** Asks another provider from now on. */
  String provider(String name);

  /** Records the answers to come in a file. */
  String record(Path file);

  /** Writes what was said so far to a file. */
  String save(Path file);
}
