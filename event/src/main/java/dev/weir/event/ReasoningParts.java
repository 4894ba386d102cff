package dev.weir.event;

import dev.weir.event.StreamEvent.BlockDelta;
import org.jspecify.annotations.Nullable;

/**
 * Tells where a part of reasoning begins: the one rule for all who show reasoning.
 *
 * <p>Deltas of one block and one part number are one part. A model thinks in several: the parts of
 * a summary, one reasoning item after the other, thinking between calls. Joined without anything
 * between them they are the exact reasoning, and hard to read ("I look at both.**Writing the
 * answer**"); so what is shown has {@link #SEPARATOR} between parts. Belongs to one stream and one
 * thread at a time.
 */
public final class ReasoningParts {
  /** What stands between two parts where they are shown as one text. */
  public static final String SEPARATOR = "\n\n";

  private @Nullable BlockId block;
  private int part;

  /** Takes the next delta; returns whether it begins another part than the one before it. */
  public boolean begins(BlockDelta delta) {
    BlockId last = block;
    boolean isOther = last != null && (delta.part() != part || !delta.block().equals(last));
    block = delta.block();
    part = delta.part();
    return isOther;
  }
}
