package dev.weir.gateway.stream;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMetrics.Tries;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog;
import dev.weir.log.metrics.MetricsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What is known of one stream: what was asked, what came, what it took, what people say of it. */
public final class StreamFacts {
  /** What an event takes, more or less. */
  private static final long EVENT_BYTES = 100;

  private final StreamLog log;
  private final Map<String, LiveStream> live;
  private final @Nullable Recordings recordings;

  /**
   * @param live those on their way here, by name; it changes
   */
  StreamFacts(StreamLog log, Map<String, LiveStream> live, @Nullable Recordings recordings) {
    this.log = log;
    this.live = live;
    this.recordings = recordings;
  }

  /** What a stream was about, with all that was asked. Blocks. */
  public StreamDescription about(Summary stream) throws IOException {
    return about(stream, bytes -> {});
  }

  /**
   * The same for somebody who will read its events too.
   *
   * @param room is told about how many bytes both have, before they become values that take more;
   *     what it throws is thrown
   */
  public StreamDescription about(Summary stream, LongConsumer room) throws IOException {
    String text = StreamLog.await(log.readNote(stream.about().id(), StreamBeginning.ABOUT));
    if (text == null) {
      throw new NoSuchStreamException(stream.about().id());
    }
    room.accept(text.length() + EVENT_BYTES * stream.events());
    return StreamDescription.parse(text);
  }

  /** Every event so far, with the end that is missing if its writer is gone. Blocks. */
  public List<StreamEvent> events(Summary stream) throws IOException {
    List<StreamEvent> events = new ArrayList<>();
    StreamDescription about = stream.about();
    Fold all = about.inTodaysWords((event, at) -> events.add(event));
    if (stream.state() == Summary.State.LIVE) {
      KeptStream.readTo(log, about.id(), stream.events(), all::accept);
    } else {
      KeptStream.readAll(log, about.id(), about.startedAt().toEpochMilli(), all::accept);
    }
    return events;
  }

  /** Every event of a stream that has ended. Blocks. */
  public List<StreamEvent> events(StreamDescription about) throws IOException {
    List<StreamEvent> events = new ArrayList<>();
    KeptStream.readAll(
        log,
        about.id(),
        about.startedAt().toEpochMilli(),
        about.inTodaysWords((event, at) -> events.add(event))::accept);
    return events;
  }

  /** What a stream amounts to so far. Blocks. */
  public Response response(Summary stream) throws IOException {
    var assembler = new ResponseAssembler();
    events(stream).forEach(assembler::accept);
    return assembler.response();
  }

  /** What each pass took so far. Blocks. */
  public List<Tries> tries(Summary stream) throws IOException {
    LiveStream running = live.get(stream.about().id());
    return running != null
        ? running.tries()
        : metrics(stream).stream().map(pass -> MetricsJson.tries(pass.get("tries"))).toList();
  }

  /** What was measured of each pass, as JSON; nothing before a stream has ended. Blocks. */
  public List<Json> metrics(Summary stream) throws IOException {
    String text = StreamLog.await(log.readNote(stream.about().id(), EndNote.NAME));
    return text == null ? List.of() : EndNote.parse(text).metrics();
  }

  /** What a live stream waits for; absent if it does not wait. */
  public @Nullable Waiting waiting(Summary stream) {
    LiveStream running = live.get(stream.about().id());
    return running == null ? null : running.waiting();
  }

  /**
   * Until when the provider of a stream that has ended asked to be left alone, in epoch
   * milliseconds; absent if it did not. Blocks.
   */
  public @Nullable Long retryAtMillis(Summary stream) throws IOException {
    String text = StreamLog.await(log.readNote(stream.about().id(), EndNote.NAME));
    return text == null ? null : EndNote.parse(text).retryAtMillis();
  }

  /** What a live stream's request lost in the provider's dialect; nothing if it is not live. */
  public List<RequestLoss> lostLive(String id) {
    LiveStream running = live.get(id);
    return running == null ? List.of() : running.lost();
  }

  /** What a stream's request lost in the provider's dialect. Blocks unless it is live. */
  public List<RequestLoss> lost(String id) throws IOException {
    LiveStream running = live.get(id);
    if (running != null) {
      return running.lost();
    }
    String text = StreamLog.await(log.readNote(id, EndNote.NAME));
    return text == null ? List.of() : EndNote.parse(text).lost();
  }

  /** The recording of a pass; absent if there is none. */
  public @Nullable Path recording(Summary stream, int pass) {
    return recordings == null ? null : recordings.file(stream.about().id(), pass);
  }

  /** What people said about a stream under a name; absent if nothing. Blocks. */
  public @Nullable String remark(String id, String name) throws IOException {
    try {
      return StreamLog.await(log.readNote(id, name));
    } catch (NoSuchStreamException gone) {
      return null;
    }
  }

  /** Keeps what people say about a stream, live or not. Blocks. */
  public void remark(String id, String name, String text) throws IOException {
    StreamLog.await(log.remark(id, name, text));
  }
}
