package dev.weir.redis;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What must have happened before an event is acknowledged. None of them is consensus: who promotes
 * a replica that lacks something loses it, unless the writer is still there to add it again.
 */
public enum Durability {
  /** The primary has it, in memory. */
  ENGINE,
  /** One replica has it too, in memory. */
  REPLICA,
  /** It has been through an {@code fsync} of the primary; needs version 7.2 or newer. */
  DISK;

  /**
   * The one of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Durability of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** The command that waits for it, after the writes; absent if nothing needs to be waited for. */
  @Nullable Command confirmation(long millis) {
    return switch (this) {
      case ENGINE -> null;
      case REPLICA -> Command.of("WAIT", 1, millis);
      case DISK -> Command.of("WAITAOF", 1, 0, millis);
    };
  }

  /** Whether the reply to that command says that it has happened. */
  boolean isMet(Reply reply) {
    return switch (this) {
      case ENGINE -> true;
      case REPLICA -> reply.number() >= 1;
      case DISK -> reply.items().getFirst().number() >= 1;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
