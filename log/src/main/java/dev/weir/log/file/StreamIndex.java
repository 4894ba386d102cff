package dev.weir.log.file;

import dev.weir.log.file.LogRecord.Kind;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The streams of a log by their names and owners. Any thread may call. */
final class StreamIndex {
  private static final Logger LOG = System.getLogger(StreamIndex.class.getName());

  private final Map<String, StoredStream> streams = new ConcurrentHashMap<>();
  private final Map<String, Ownership> owners = new ConcurrentHashMap<>();

  /**
   * Takes in what earlier runs left; their streams that are not over are cut, because whoever wrote
   * them is gone.
   *
   * @return what is missing in them
   */
  List<Damage> recover(Segments segments) throws IOException {
    // A stream that has expired may well lack something.
    Map<String, Damage> holes = new LinkedHashMap<>();
    segments.recover((record, location) -> {
      Kind kind = record.kind();
      if (kind == null || kind == Kind.VOID) {
        return;
      }
      if (kind == Kind.EXPIRE) {
        forget(streams.get(record.stream()));
        holes.remove(record.stream());
        return;
      }
      if (kind == Kind.REMARK) {
        StoredStream remarked = streams.get(record.stream());
        if (remarked != null) {
          remarked.remarked(record.word(0), location, record.bytes());
        }
        return;
      }
      StoredStream stream =
          streams.computeIfAbsent(record.stream(), n -> new StoredStream(n, /* owner= */ null));
      if (!stream.recovered(record, location)) {
        holes.put(record.stream(), hole(record, location, stream));
      } else if (stream.isKept() && stream.aboutLocation() < 0) {
        // Whose it is was not known yet; a beginning behind a hole is not one.
        if (kind == Kind.BEGIN) {
          stream.begun(owner(record.word(0)), record.timeMillis(), location);
        } else if (kind == Kind.NOTE && record.word(0).equals(FirstNotes.ABOUT)) {
          adopt(stream, record.timeMillis(), location, segments);
        }
      }
    });
    streams.values().forEach(stream -> stream.cut(null));
    streams.values().removeIf(stream -> !stream.isKept());
    return new ArrayList<>(holes.values());
  }

  private static Damage hole(LogRecord.Decoded record, long location, StoredStream stream) {
    return new Damage(
        Segments.name(Segments.segment(location)),
        Segments.offset(location),
        0,
        "stream \"%s\" goes on at event %,d, but only %,d before it are valid; it is cut there"
            .formatted(record.stream(), record.position(), stream.keptEvents()));
  }

  /** A stream of a log that was written before streams had a beginning, or that lost it. */
  private void adopt(StoredStream stream, long atMillis, long location, Segments segments) {
    try {
      String owner = FirstNotes.owner(segments.read(location).word(1));
      stream.begun(owner(owner), atMillis, location);
    } catch (IOException unreadable) {
      LOG.log(Level.WARNING, "Nobody owns stream {0}: {1}", stream.name, unreadable.getMessage());
    }
  }

  private Ownership owner(String name) {
    return owners.computeIfAbsent(name, Ownership::new);
  }

  /** Adds a stream of which nothing is kept yet; absent if the name is taken. */
  @Nullable StoredStream add(String name, String owner) {
    var stream = new StoredStream(name, owner(owner));
    return streams.putIfAbsent(name, stream) == null ? stream : null;
  }

  /** Some streams of an owner. */
  Ownership.Part part(String owner, Ownership.@Nullable Place from, int most) {
    Ownership known = owners.get(owner);
    return known == null ? new Ownership.Part(List.of(), null) : known.part(from, most);
  }

  /** How much room the streams of an owner take. */
  long bytes(String owner) {
    Ownership known = owners.get(owner);
    return known == null ? 0 : known.bytes();
  }

  @Nullable StoredStream get(String name) {
    return streams.get(name);
  }

  Collection<StoredStream> all() {
    return streams.values();
  }

  /** Makes the stream impossible to find. */
  void forget(@Nullable StoredStream stream) {
    if (stream != null) {
      streams.remove(stream.name, stream);
      stream.disown();
    }
  }
}
