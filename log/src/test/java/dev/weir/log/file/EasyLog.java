package dev.weir.log.file;

import dev.weir.event.StreamEvent;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.StreamLog.Page;
import dev.weir.log.StreamLog.StreamInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A log for tests of what happens to files: it begins streams by itself and counts positions. */
record EasyLog(FileStreamLog log, Clock clock, Map<String, Long> positions)
    implements AutoCloseable {

  static EasyLog open(LogFiles files, LogOptions options, Clock clock) throws IOException {
    // However busy the machine is, no write is slow.
    return new EasyLog(
        FileStreamLog.open(files, options, clock, () -> 0), clock, new ConcurrentHashMap<>());
  }

  static EasyLog open(Path folder, LogOptions options) throws IOException {
    return new EasyLog(
        FileStreamLog.open(folder, options), Clock.systemUTC(), new ConcurrentHashMap<>());
  }

  /** An addition to a stream where it stands; the first begins it. */
  Addition addition(String stream, long atMillis, List<StreamEvent> events) {
    long position = begin(stream);
    positions.put(stream, position + events.size());
    return new Addition(stream, position, atMillis, events);
  }

  long begin(String stream) {
    return positions.computeIfAbsent(
        stream,
        name -> {
          var unused = log.begin(name, "owner", "about " + name);
          return 0L;
        });
  }

  CompletableFuture<Long> append(String stream, List<StreamEvent> events) {
    return log.append(addition(stream, clock.millis(), events));
  }

  CompletableFuture<Long> note(String stream, String name, String text) {
    begin(stream);
    return log.note(stream, name, text);
  }

  CompletableFuture<Long> end(String stream) {
    return log.end(stream, begin(stream), "COMPLETE");
  }

  @Nullable String readNote(String stream, String name) throws IOException {
    return StreamLog.await(log.readNote(stream, name));
  }

  Page read(String stream, long position, int most) throws IOException {
    return StreamLog.await(log.read(stream, position, most));
  }

  /** All streams, sorted by name. */
  List<StreamInfo> list() throws IOException {
    List<StreamInfo> all = new ArrayList<>();
    for (String name : log.names()) {
      all.add(StreamLog.await(log.info(name)));
    }
    return all;
  }

  List<String> expire(Instant before) throws IOException {
    return StreamLog.await(log.expire(before));
  }

  List<Damage> damage() {
    return log.damage();
  }

  @Override
  public void close() throws IOException {
    log.close();
  }
}
