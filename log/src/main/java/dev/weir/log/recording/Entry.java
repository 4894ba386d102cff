package dev.weir.log.recording;

import dev.weir.codec.Bytes;
import dev.weir.event.StreamEnding;
import org.jspecify.annotations.Nullable;

/** One line of a recording after its header: something that happened, and when. */
public sealed interface Entry {

  /** Microseconds since the recording started. */
  long atMicros();

  /**
   * Bytes came.
   *
   * @param bytes exactly what came
   * @param conversationEventId the owner of the chunk that these bytes complete
   */
  record Arrived(long atMicros, Bytes bytes, @Nullable String conversationEventId)
      implements Entry {
    public Arrived(long atMicros, Bytes bytes) {
      this(atMicros, bytes, null);
    }
  }

  /** The connection reached a milestone. */
  record Reached(long atMicros, Milestone milestone) implements Entry {}

  /** The stream ended. */
  record Ended(long atMicros, StreamEnding ending, @Nullable String conversationEventId)
      implements Entry {
    public Ended(long atMicros, StreamEnding ending) {
      this(atMicros, ending, null);
    }
  }

  /** What happens before the first byte. */
  enum Milestone {
    CONNECTED,
    HEADERS
  }
}
