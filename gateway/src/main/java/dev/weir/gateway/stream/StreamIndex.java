package dev.weir.gateway.stream;

import dev.weir.codec.json.JsonException;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Verdict;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Listing;
import dev.weir.log.StreamLog.State;
import dev.weir.log.StreamLog.StreamInfo;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds streams: by name, by owner, by conversation. Those on their way here are known without the
 * log; of all others only the log knows. Nobody finds the streams of another owner.
 */
public final class StreamIndex {
  private static final Logger LOG = System.getLogger(StreamIndex.class.getName());

  /** A client does not come back to a conversation after this many others. */
  private static final int MOST_SEARCHED = 200;

  private final StreamLog log;
  private final Map<String, LiveStream> live;

  /**
   * @param live those on their way here, by name; it changes
   */
  StreamIndex(StreamLog log, Map<String, LiveStream> live) {
    this.log = log;
    this.live = live;
  }

  /** A stream of that owner; nobody else learns that it exists. Blocks. */
  public Optional<Summary> find(String id, String owner) throws IOException {
    LiveStream running = live.get(id);
    if (running != null) {
      return running.about().owner().equals(owner)
          ? Optional.of(Summary.of(running))
          : Optional.empty();
    }
    try {
      StreamInfo info = StreamLog.await(log.info(id));
      return info.owner().equals(owner) ? summary(info) : Optional.empty();
    } catch (NoSuchStreamException unknown) {
      return Optional.empty();
    }
  }

  /**
   * Some streams of an owner.
   *
   * @param next where the list continues; absent if there are no more
   */
  public record Listed(List<Summary> streams, @Nullable String next) {}

  /**
   * The streams of an owner, newest first. Blocks.
   *
   * @param from where the previous list ended; absent for the first
   * @throws IllegalArgumentException if no list went on there
   */
  public Listed list(String owner, @Nullable String from, int most) throws IOException {
    Listing listing = StreamLog.await(log.list(owner, from, most));
    List<Summary> found = new ArrayList<>();
    for (StreamInfo info : listing.streams()) {
      LiveStream running = live.get(info.stream());
      if (running != null) {
        found.add(Summary.of(running));
      } else {
        summary(info).ifPresent(found::add);
      }
    }
    return new Listed(found, listing.next());
  }

  /** What the log says about a stream; nothing if it cannot be understood. */
  private Optional<Summary> summary(StreamInfo info) throws IOException {
    StreamDescription about;
    try {
      about = StreamDescription.parse(info.about());
    } catch (JsonException wrong) {
      LOG.log(Level.WARNING, "Stream {0} cannot be read: {1}", info.stream(), wrong.getMessage());
      return Optional.empty();
    }
    if (info.state() == State.OPEN) {
      return Optional.of(new Summary(about, Summary.State.LIVE, null, info.events()));
    }
    Verdict verdict = verdict(info);
    return Optional.of(
        verdict == null
            ? new Summary(about, Summary.State.CUT, Verdict.TRUNCATED, info.events())
            : new Summary(about, Summary.State.ENDED, verdict, info.events()));
  }

  /** How a stream ended; absent if it did not. */
  private @Nullable Verdict verdict(StreamInfo info) throws IOException {
    for (Verdict verdict : Verdict.values()) {
      if (verdict.name().equals(info.outcome())) {
        return verdict;
      }
    }
    // Its writer was gone before it could say so, or was of a version that did not say it.
    if (info.events() == 0) {
      return null;
    }
    StreamEvent last =
        StreamLog.await(log.read(info.stream(), info.events() - 1, 1)).events().getFirst();
    return last instanceof ResponseEnd end ? end.verdict() : null;
  }

  /** The streams of an owner that are on their way. */
  public List<Summary> live(String owner) {
    return live.values().stream()
        .filter(stream -> stream.about().owner().equals(owner))
        .map(Summary::of)
        .toList();
  }

  /** The last stream of a conversation that a front end keeps, while it is live. Blocks. */
  public Optional<Summary> findLive(String conversation, String owner) throws IOException {
    Optional<Summary> here =
        live.values().stream()
            .filter(stream ->
                isIn(stream.about(), conversation) && stream.about().owner().equals(owner))
            .max(Comparator.comparing(stream -> stream.about().startedAt()))
            .map(Summary::of);
    return here.isPresent() || log.node() == null
        ? here
        : kept(conversation, owner).filter(stream -> stream.state() == Summary.State.LIVE);
  }

  /** The same, live or not, among the last streams of that owner. Blocks. */
  public Optional<Summary> findLast(String conversation, String owner) throws IOException {
    Optional<Summary> running = findLive(conversation, owner);
    return running.isPresent() ? running : kept(conversation, owner);
  }

  private Optional<Summary> kept(String conversation, String owner) throws IOException {
    return list(owner, /* from= */ null, MOST_SEARCHED).streams().stream()
        .filter(stream -> isIn(stream.about(), conversation))
        .findFirst();
  }

  private static boolean isIn(StreamDescription about, String conversation) {
    return about.conversation() != null && about.conversation().id().equals(conversation);
  }
}
