package dev.weir.gateway.stream;

import dev.weir.event.StreamEvent;
import dev.weir.log.MissingEnd;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.StreamLog.Page;
import java.io.IOException;
import java.util.List;

/** Reads what the log keeps of a stream. Blocks; not for an event loop. */
final class KeptStream {
  private static final int PAGE_EVENTS = 512;
  private static final String STOPPED =
      "The gateway stopped, or could not record, before the response ended; what came is kept."
          + " Ask again";

  /** Takes events with their times. */
  @FunctionalInterface
  interface Sink {
    void event(StreamEvent event, long atMillis) throws IOException;
  }

  private KeptStream() {}

  /** Hands over the events before a position, which must be kept already. */
  static void readTo(StreamLog log, String stream, long position, Sink sink) throws IOException {
    long at = 0;
    while (at < position) {
      Page page = StreamLog.await(log.read(stream, at, (int) Math.min(PAGE_EVENTS, position - at)));
      if (page.logged().isEmpty()) {
        throw new IOException(
            "stream \"%s\" has %,d events in the log, expected %,d"
                .formatted(stream, at, position));
      }
      for (LoggedEvent logged : page.logged()) {
        sink.event(logged.event(), logged.atMillis());
      }
      at = page.next();
    }
  }

  /**
   * Hands over all events of a stream that has ended or was cut, up to its end in any case.
   *
   * @param beganMillis the time of the end if nothing else came
   */
  static void readAll(StreamLog log, String stream, long beganMillis, Sink sink)
      throws IOException {
    for (LoggedEvent missing : readKept(log, stream, beganMillis, sink)) {
      sink.event(missing.event(), missing.atMillis());
    }
  }

  /** Hands over all events that are kept, and returns the end that is missing. */
  static List<LoggedEvent> readKept(StreamLog log, String stream, long beganMillis, Sink sink)
      throws IOException {
    var end = new MissingEnd("gateway_stopped", STOPPED);
    long at = 0;
    long lastMillis = beganMillis;
    for (boolean isLast = false; !isLast; ) {
      Page page = StreamLog.await(log.read(stream, at, PAGE_EVENTS));
      for (LoggedEvent logged : page.logged()) {
        end.accept(logged.event());
        lastMillis = logged.atMillis();
        sink.event(logged.event(), lastMillis);
      }
      at = page.next();
      isLast = page.isLast();
      if (page.logged().isEmpty() && !isLast) {
        // To invent an end for it would be a lie.
        throw new IOException("stream \"%s\" goes on after event %,d".formatted(stream, at));
      }
    }
    long millis = lastMillis;
    return end.events().stream().map(event -> new LoggedEvent(event, millis)).toList();
  }

  /** The end of a stream that is over and has none of its own; nothing if it has. */
  static List<LoggedEvent> missingEnd(StreamLog log, StreamDescription about) throws IOException {
    return readKept(log, about.id(), about.startedAt().toEpochMilli(), (event, at) -> {});
  }
}
