package dev.weir.sim.script;

import dev.weir.event.FinishReason;
import dev.weir.event.Usage;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is answered to some requests.
 *
 * @param when which requests; absent for all that no earlier answer matches
 * @param before how long nothing at all comes
 * @param every the pause before each delta that has none of its own
 * @param finish why the answer ends; absent for what its parts suggest
 * @param usage the counts; absent for counts made from the lengths of the texts
 * @param fault what is to be wrong with the reply, as on the command line
 */
public record ScriptedAnswer(
    @Nullable When when,
    Duration before,
    Duration every,
    List<Part> parts,
    @Nullable FinishReason finish,
    @Nullable Usage usage,
    @Nullable String fault) {

  public ScriptedAnswer {
    parts = List.copyOf(parts);
  }
}
