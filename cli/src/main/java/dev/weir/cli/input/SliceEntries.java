package dev.weir.cli.input;

import dev.weir.event.StreamEnding;
import dev.weir.log.recording.Entries;
import dev.weir.log.recording.Entry;
import dev.weir.log.recording.Entry.Arrived;
import dev.weir.log.recording.Entry.Ended;
import dev.weir.log.recording.Entry.Reached;
import dev.weir.log.recording.RecordingHeader;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Slices as the entries of a recording would have them. */
final class SliceEntries implements Entries {
  private final RecordingHeader header;
  private final Slices slices;
  private final CaptureSource source;
  private final Iterator<Reached> milestones;
  private boolean ended;

  SliceEntries(RecordingHeader header, Slices slices, CaptureSource source) {
    this.header = header;
    this.slices = slices;
    this.source = source;
    this.milestones = source.milestones().iterator();
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
    Slice slice = slices.next();
    if (slice != null) {
      return new Arrived(slice.atMicros(), slice.bytes());
    }
    ended = true;
    return new Ended(
        Math.max(slices.atMicros(), source.clockMicros().getAsLong()),
        new StreamEnding.EndOfInput());
  }

  @Override
  public Optional<String> damage() {
    return source.damage().words();
  }
}
