package dev.weir.redis;

import dev.weir.log.StreamLog.State;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a list of records is a stream: a record counts only if its position is the next
 * one, all others are ignored, and the first end or cut is the last that counts.
 *
 * <p>Everything else follows from it. A record that was sent twice counts once. What a writer adds
 * after somebody has cut its stream does not count, and whoever reads the list finds that: no
 * clock, no lock and no number of a reign decides, but the order in the list alone. Neither does
 * damage: what cannot be read is ignored, and what would come after it is at a wrong position.
 */
final class PositionalFold {
  /** What the first record says. */
  record Beginning(long timeMillis, String owner, String node, String about) {}

  private @Nullable Beginning beginning;
  private long next;
  private long lastMillis;
  private State state = State.OPEN;
  private @Nullable String outcome;

  /** A fold of a whole list. */
  PositionalFold() {}

  /** A fold that goes on where another stood, of a stream that was open there. */
  PositionalFold(Beginning beginning, long next, long lastMillis) {
    this.beginning = beginning;
    this.next = next;
    this.lastMillis = lastMillis;
  }

  /**
   * Takes the next record of the list.
   *
   * @param record absent if it could not be read
   * @return whether it counts
   */
  boolean accept(@Nullable PositionedRecord record) {
    if (record == null || state != State.OPEN || record.position() != next) {
      return false;
    }
    boolean isFirst = record.kind() == PositionedRecord.Kind.BEGIN;
    if (isFirst == (beginning != null)) {
      return false;
    }
    switch (record.kind()) {
      case BEGIN ->
          beginning =
              new Beginning(record.timeMillis(), record.word(0), record.word(1), record.word(2));
      case EVENTS -> next = record.next();
      case NOTE -> {}
      case END -> {
        state = State.ENDED;
        outcome = record.word(0);
      }
      case CUT -> state = State.CUT;
    }
    lastMillis = Math.max(lastMillis, record.timeMillis());
    return true;
  }

  /** Absent before the first record that counts: there is no stream. */
  @Nullable Beginning beginning() {
    return beginning;
  }

  /** The position at which the stream stands. */
  long next() {
    return next;
  }

  State state() {
    return state;
  }

  boolean isOver() {
    return state != State.OPEN;
  }

  @Nullable String outcome() {
    return outcome;
  }

  /** When the last record that counts was written, as its writer says. */
  long lastMillis() {
    return lastMillis;
  }
}
