package dev.weir.terminal.chat;

import dev.weir.terminal.StreamingView;
import java.util.List;

/** The one who answers, and remembers what was said; or several, who answer side by side. */
public interface Answerer {

  /** One answer on its way, or one from each that answers. */
  interface Answer {
    /** Returns when the last event has been handed over. */
    void await() throws InterruptedException;

    /** Asks for an early end; what came stays, and the events end in order. */
    void cancel();
  }

  /** Whether several answer. */
  boolean isSeveral();

  /**
   * Begins to answer, in streams of the view; events and status phrases may be shown on any thread,
   * one after the other for each stream.
   *
   * @throws IllegalArgumentException if the prompt cannot be asked; the message says why
   */
  Answer ask(String prompt, StreamingView view);

  /** What else can be said to it, in the order of the help. */
  List<SlashCommand> commands();
}
