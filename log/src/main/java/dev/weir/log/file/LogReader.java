package dev.weir.log.file;

import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog.Listing;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.StreamLog.Page;
import dev.weir.log.StreamLog.State;
import dev.weir.log.StreamLog.StreamInfo;
import dev.weir.log.file.LogRecord.Kind;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what is kept of streams, from files. Blocks; any thread may call. */
final class LogReader {
  private static final Logger LOG = System.getLogger(LogReader.class.getName());

  private final StreamIndex streams;
  private final Segments segments;

  LogReader(StreamIndex streams, Segments segments) {
    this.streams = streams;
    this.segments = segments;
  }

  StoredStream find(String name) throws NoSuchStreamException {
    StoredStream stream = streams.get(name);
    if (stream == null || !stream.isKept()) {
      throw new NoSuchStreamException(name);
    }
    return stream;
  }

  @Nullable String note(StoredStream stream, String noteName) throws IOException {
    Long location = stream.note(noteName);
    checkExpired(stream);
    return location == null ? null : segments.read(location).word(1);
  }

  private static void checkExpired(StoredStream stream) throws NoSuchStreamException {
    if (stream.isExpired()) {
      throw new NoSuchStreamException(stream.name);
    }
  }

  StreamInfo info(StoredStream stream) throws IOException {
    long location = stream.aboutLocation();
    checkExpired(stream);
    if (location < 0) {
      return stream.info("");
    }
    LogRecord.Decoded record = segments.read(location);
    String text = record.word(1);
    return stream.info(record.kind() == Kind.NOTE ? FirstNotes.about(text) : text);
  }

  Listing list(String owner, Ownership.@Nullable Place from, int most) throws IOException {
    Ownership.Part part = streams.part(owner, from, most);
    List<StreamInfo> found = new ArrayList<>();
    for (StoredStream stream : part.streams()) {
      try {
        found.add(info(stream));
      } catch (NoSuchStreamException meanwhile) {
        LOG.log(Level.DEBUG, "Stream {0} expired while it was listed", stream.name);
      }
    }
    return new Listing(found, part.next() == null ? null : part.next().toText());
  }

  Page read(StoredStream stream, long position, int maxEvents) throws IOException {
    if (position < 0 || maxEvents < 1) {
      throw new IllegalArgumentException(
          "Expected a position from 0 and at least one event, saw %,d and %,d"
              .formatted(position, maxEvents));
    }
    List<LoggedEvent> events = new ArrayList<>();
    long at = position;
    while (true) {
      int missing = maxEvents - events.size();
      StoredStream.View view = stream.view(at);
      if (view.expired()) {
        throw new NoSuchStreamException(stream.name);
      }
      if (position > view.kept()) {
        throw new IllegalArgumentException(
            "Stream \"%s\" has %,d events; asked from %,d on"
                .formatted(stream.name, view.kept(), position));
      }
      if (missing == 0 || at == view.kept()) {
        boolean last = at == view.kept() && view.state() != State.OPEN;
        return new Page(events, at, last);
      }
      List<LoggedEvent> found = stored(stream, view.location(), at, missing);
      events.addAll(found);
      at += found.size();
    }
  }

  private List<LoggedEvent> stored(StoredStream stream, long location, long position, int max)
      throws IOException {
    LogRecord.Decoded record = segments.read(location);
    int from = (int) (position - record.position());
    if (!record.stream().equals(stream.name) || from < 0 || from >= record.count()) {
      throw new IOException(
          "the log holds another record where event %,d of stream \"%s\" was"
              .formatted(position, stream.name));
    }
    return record.events().subList(from, Math.min(record.count(), from + max)).stream()
        .map(event -> new LoggedEvent(event, record.timeMillis()))
        .toList();
  }
}
