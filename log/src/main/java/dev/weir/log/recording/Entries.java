package dev.weir.log.recording;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stream that was kept: what it is, then what came and when. A recording is one; so is a capture
 * that somebody else's program wrote. Belongs to one thread at a time.
 */
public interface Entries {

  /** What is known before the first byte. */
  RecordingHeader header();

  /** The next entry, or null after the last one. */
  @Nullable Entry next() throws IOException;

  /** What is wrong with the recording itself, as far as it has been read. */
  Optional<String> damage();
}
