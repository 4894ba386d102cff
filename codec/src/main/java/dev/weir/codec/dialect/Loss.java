package dev.weir.codec.dialect;

import dev.weir.event.BlockId;
import org.jspecify.annotations.Nullable;

/**
 * Something that an encoder could not write as the events had it.
 *
 * @param event the type of the event, as in its JSON form
 * @param block the block that it belongs to, if any
 * @param what which of its fields, or {@code event} for all of it
 * @param why what the dialect lacks, and what was written instead, if anything
 * @param times how many events lost the same
 */
public record Loss(String event, @Nullable BlockId block, String what, String why, long times) {
  @Override
  public String toString() {
    String where = block == null ? "" : " of block " + block;
    String often = times == 1 ? "" : " (%,d times)".formatted(times);
    return "%s%s: %s: %s%s".formatted(event, where, what, why, often);
  }
}
