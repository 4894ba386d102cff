package dev.weir.sim.script;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One thing that an answer says or does, in order. */
public sealed interface Part {

  /** Reasoning; {@code every} is the pause before each delta, if it has its own. */
  record Thinking(ScriptedText words, @Nullable Duration every) implements Part {}

  /** The answer's text. */
  record Text(ScriptedText words, @Nullable Duration every) implements Part {}

  /** The model declines. */
  record Refusal(ScriptedText words, @Nullable Duration every) implements Part {}

  /**
   * A call that the client must run.
   *
   * @param id the call's id; one is made up if it is absent
   * @param arguments JSON text
   */
  record Call(@Nullable String id, String tool, ScriptedText arguments, @Nullable Duration every)
      implements Part {}

  /** Nothing comes for a while. */
  record Pause(Duration length) implements Part {}

  /** The provider reports an error inside the stream, which ends it. */
  record Failure(@Nullable String code, String message) implements Part {}
}
