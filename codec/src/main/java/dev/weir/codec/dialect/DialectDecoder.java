package dev.weir.codec.dialect;

import dev.weir.codec.Frame;
import dev.weir.codec.json.Json;
import java.util.List;

/**
 * Reads the chunks of one dialect and writes what they say through an {@link EventWriter}.
 *
 * <p>Belongs to one stream and one thread at a time. A decoder never throws for what a provider
 * sends: what it cannot use becomes a fault or is carried as unrecognized.
 */
public interface DialectDecoder {

  /**
   * Takes the next chunk, already read from its frame.
   *
   * @return whether the chunk belongs to this dialect; one that does not has been carried as
   *     unrecognized
   */
  boolean chunk(Frame frame, Json chunk);

  /**
   * Whether chunks are JSON. If not, they come as {@link Json.Null}, with the bytes in their frame.
   */
  default boolean readsJson() {
    return true;
  }

  /** The provider says that no more content comes. */
  void done();

  /**
   * The input ended. Ends the response: by what the provider said if its terminal has come, as
   * truncated if not.
   */
  void end();

  /** Whether the provider's terminal has come, so that only remarks can follow. */
  boolean isSettled();

  /** Whether the chunks so far are numbered, so that lost ones are noticed. */
  default boolean isNumbered() {
    return false;
  }

  /**
   * The places in which a chunk that only continues an open block may differ from the chunk before
   * it. A decoder that names them promises: if two successive chunks are equal except for these,
   * the second one adds its own text to the same block, then its own usage, and does nothing else.
   */
  default List<Hole> holes() {
    return List.of();
  }

  /** Takes the counts of a chunk that only continues a block; -1 stands for one that is absent. */
  default void counts(long input, long output, long reasoning, long total) {}

  /**
   * Takes the sequence number of a chunk that only continues a block, and the text that it adds.
   * Returns false, and changes nothing, if the number is not the one that was expected.
   */
  default boolean continues(long sequenceNumber, String delta) {
    return false;
  }
}
