package dev.weir.cli.input;

import dev.weir.codec.Bytes;
import dev.weir.event.StreamEnding;
import dev.weir.log.recording.Entries;
import dev.weir.log.recording.Entry;
import dev.weir.log.recording.Entry.Arrived;
import dev.weir.log.recording.Entry.Ended;
import dev.weir.log.recording.Entry.Reached;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.SecretSieve;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Slices as the entries of a recording would have them, without the keys that were sent with the
 * request: an answer may repeat them.
 */
final class SliceEntries implements Entries {
  private final RecordingHeader header;
  private final Slices slices;
  private final CaptureSource source;
  private final Iterator<Reached> milestones;
  private final SecretSieve sieve;
  private final Deque<Arrived> safe = new ArrayDeque<>();
  private boolean isRead;
  private boolean ended;

  SliceEntries(RecordingHeader header, Slices slices, CaptureSource source) {
    this.header = header;
    this.slices = slices;
    this.source = source;
    this.milestones = source.milestones().iterator();
    this.sieve = new SecretSieve(source.secrets());
  }

  @Override
  public RecordingHeader header() {
    return header;
  }

  @Override
  public @Nullable Entry next() throws IOException {
    if (milestones.hasNext()) {
      return milestones.next();
    }
    if (ended) {
      return null;
    }
    while (safe.isEmpty() && !isRead) {
      Slice slice = slices.next();
      if (slice == null) {
        isRead = true;
        sieve.end(this::arrived);
      } else {
        sieve.feed(slice.bytes().toSlice(), slice.atMicros(), this::arrived);
      }
    }
    if (!safe.isEmpty()) {
      return safe.remove();
    }
    ended = true;
    return new Ended(
        Math.max(slices.atMicros(), source.clockMicros().getAsLong()),
        new StreamEnding.EndOfInput());
  }

  private void arrived(byte[] bytes, long atMicros) {
    safe.add(new Arrived(atMicros, Bytes.of(bytes)));
  }

  @Override
  public Optional<String> damage() {
    return source.damage().words();
  }
}
