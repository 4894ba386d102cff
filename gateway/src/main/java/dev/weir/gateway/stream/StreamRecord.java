package dev.weir.gateway.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallTally;
import dev.weir.client.call.ProviderError;
import dev.weir.client.transport.HttpCall;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamMetrics.Tries;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.Secrets;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what the passes of one stream took: what the client measured of each, its tries and, if
 * that is wanted, its bytes. Written by whoever fetches the stream, one thread at a time; any
 * thread may read.
 */
final class StreamRecord {
  private static final Logger LOG = System.getLogger(StreamRecord.class.getName());

  private final StreamDescription about;
  private final @Nullable Recordings recordings;
  private final Secrets secrets;
  private final List<MetricsRecord> passes = new ArrayList<>();
  private @Nullable CallTally tally;
  private Recordings.@Nullable Recording recording;
  private long passMicros;
  private volatile @Nullable ProviderError problem;
  private volatile @Nullable Waiting waiting;
  private volatile @Nullable Long retryAtMillis;
  private volatile @Nullable String refusal;
  private volatile CallEvent.@Nullable Asking asked;
  private volatile List<RequestLoss> lost = List.of();

  /**
   * @param secrets what must not be kept even where a provider repeats it
   */
  StreamRecord(StreamDescription about, @Nullable Recordings recordings, Secrets secrets) {
    this.about = about;
    this.secrets = secrets;
    this.recordings = recordings;
  }

  void accept(CallEvent event) {
    switch (event) {
      case CallEvent.Streamed streamed -> {
        streamed(streamed.event());
        return;
      }
      case CallEvent.Arrived arrived -> {
        if (recording != null) {
          recording.arrived(arrived.slice().toArray(), arrived.atMicros() - passMicros);
        }
        return;
      }
      case CallEvent.Trying trying -> {
        waiting = null;
        lost(trying.lost());
        begin(trying);
      }
      case CallEvent.Connected e -> reached(Milestone.CONNECTED, e.atMicros());
      case CallEvent.Headers e -> reached(Milestone.HEADERS, e.atMicros());
      case CallEvent.Problem seen -> {
        problem = seen.error();
        told(seen);
        say(seen.retryIn() == null ? Level.WARNING : Level.INFO, seen.inWords());
      }
      case CallEvent.Measured measured -> {
        endPass(measured);
        return;
      }
      case CallEvent.Refused refused -> refusal = new String(secrets.hide(refused.body()), UTF_8);
      case CallEvent.Resuming e -> {}
      case CallEvent.Asking e -> {
        asked = e;
        return;
      }
      case CallEvent.Tried e -> {
        return;
      }
    }
    count(event);
  }

  private void lost(List<RequestLoss> more) {
    if (!more.isEmpty()) {
      Set<RequestLoss> all = new LinkedHashSet<>(lost);
      all.addAll(more);
      lost = List.copyOf(all);
    }
  }

  /** What can be said about the time until the next try, ours or that of whoever asked. */
  private void told(CallEvent.Problem seen) {
    ProviderError error = seen.error();
    long nowMillis = about.startedAt().toEpochMilli() + seen.atMicros() / 1000;
    waiting =
        seen.retryIn() == null
            ? null
            : new Waiting(
                error.status(),
                secrets.hide(error.code()),
                secrets.hide(error.message()),
                nowMillis + seen.retryIn().toMillis());
    retryAtMillis = error.retryAfter() == null ? null : nowMillis + error.retryAfter().toMillis();
  }

  /** What it waits for now; absent if it does not, or the provider is at work. */
  @Nullable Waiting waiting() {
    return waiting;
  }

  private void streamed(StreamEvent event) {
    switch (event) {
      case BlockRepair repair ->
          say(
              Level.INFO,
              "chunks were lost; block %s was corrected at its end".formatted(repair.block()));
      case UnrepairedGap gap -> say(Level.WARNING, gap.message());
      case Seam seam -> say(Level.INFO, seam.message());
      case StreamEvent other -> {}
    }
  }

  private void say(Level level, String words) {
    LOG.log(level, "Stream {0}: {1}: {2}", about.id(), provider(), secrets.hide(words));
  }

  private synchronized void count(CallEvent event) {
    if (tally == null) {
      tally = new CallTally();
    }
    tally.accept(event);
  }

  /** A try begins; one that came to nothing is forgotten. */
  private void begin(CallEvent.Trying trying) {
    if (tally == null) {
      passMicros = trying.atMicros();
    }
    Dialect dialect = dialect();
    if (recordings != null && dialect != null) {
      if (recording == null) {
        recording = recordings.of(about.id(), passes.size());
      }
      HttpCall call = trying.call();
      recording.begin(
          new RecordingHeader(
              dialect,
              provider(),
              asked == null ? about.model() : asked.modelName(),
              passStart(),
              /* timed= */ true,
              DecodeOptions.DEFAULT,
              new RecordingHeader.Request(call.method(), call.url().toString(), call.headers())));
    }
  }

  /** In a route, that of the step that is asked. */
  @Nullable Dialect dialect() {
    CallEvent.Asking step = asked;
    return step == null ? about.dialect() : step.dialect();
  }

  /** Who is asked: in a route, the step's provider. */
  String provider() {
    CallEvent.Asking step = asked;
    return step == null ? about.provider() : step.provider();
  }

  private Instant passStart() {
    return about.startedAt().plusNanos(passMicros * 1000);
  }

  private void reached(Milestone milestone, long atMicros) {
    if (recording != null) {
      recording.reached(milestone, atMicros - passMicros);
    }
  }

  private void endPass(CallEvent.Measured measured) {
    synchronized (this) {
      passes.add(
          new MetricsRecord(
              null,
              dialect() == null ? "unknown" : dialect().word(),
              provider(),
              passStart(),
              /* timed= */ true,
              measured.metrics().rewritten(secrets::hide),
              about.node()));
      tally = null;
    }
    if (recording != null) {
      recording.ended(measured.ending(), measured.atMicros() - passMicros);
      recording = null;
    }
  }

  /** What was measured of each pass that has ended. */
  synchronized List<MetricsRecord> passes() {
    return List.copyOf(passes);
  }

  /** What each pass took so far, the one under way included. */
  synchronized List<Tries> tries() {
    List<Tries> all = new ArrayList<>();
    passes.forEach(pass -> all.add(pass.metrics().tries()));
    if (tally != null) {
      all.add(tally.tries().rewritten(secrets::hide));
    }
    return all;
  }

  /** The parts of the request that the dialects of those who were asked could not carry. */
  List<RequestLoss> lost() {
    return lost;
  }

  /** What went wrong last on the way to the provider. */
  @Nullable ProviderError problem() {
    return problem;
  }

  /** The body of the last http response that was not a stream. */
  @Nullable String refusal() {
    return refusal;
  }

  /** What is kept when it has ended. */
  String endNote() {
    return EndNote.text(passes(), lost(), retryAtMillis);
  }
}
