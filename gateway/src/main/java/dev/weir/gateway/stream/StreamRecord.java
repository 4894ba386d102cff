package dev.weir.gateway.stream;

import dev.weir.client.transport.HttpCall;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamFault;
import dev.weir.event.StreamMeter;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.Entry.Ending;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.RecordingHeader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures the passes of one stream and, if that is wanted, records their bytes. Called by whoever
 * fetches the stream, one thread at a time.
 */
final class StreamRecord {
  private final About about;
  private final @Nullable Recordings recordings;
  private final List<MetricsRecord> passes = new ArrayList<>();
  private final PassUsage usage = new PassUsage();
  private @Nullable StreamMeter meter;
  private Recordings.@Nullable Recording recording;
  private @Nullable StreamFault fault;
  private long passMicros;

  StreamRecord(About about, @Nullable Recordings recordings) {
    this.about = about;
    this.recordings = recordings;
  }

  /** A try begins; one that came to nothing is forgotten. */
  void trying(int attempt, HttpCall call, long atMicros) {
    passMicros = atMicros;
    meter = new StreamMeter(/* timed= */ true);
    fault = null;
    if (recordings != null && about.dialect() != null) {
      var request =
          new RecordingHeader.Request(call.method(), call.url().toString(), call.headers());
      recording = recordings.begin(about, passes.size(), request);
    }
  }

  private StreamMeter meter(long atMicros) {
    StreamMeter known = meter;
    if (known == null) {
      passMicros = atMicros;
      known = new StreamMeter(/* timed= */ true);
      meter = known;
    }
    return known;
  }

  void connected(long atMicros) {
    meter(atMicros).connected(atMicros - passMicros);
    if (recording != null) {
      recording.reached(Milestone.CONNECTED, atMicros - passMicros);
    }
  }

  void headers(long atMicros) {
    meter(atMicros).headers(atMicros - passMicros);
    if (recording != null) {
      recording.reached(Milestone.HEADERS, atMicros - passMicros);
    }
  }

  void arrived(byte[] slice, long atMicros) {
    meter(atMicros).bytes(slice.length, atMicros - passMicros);
    if (recording != null) {
      recording.arrived(slice, atMicros - passMicros);
    }
  }

  void event(StreamEvent event, long atMicros) {
    if (event instanceof Fault wrong) {
      fault = wrong.fault();
    }
    Verdict passEnd = event instanceof ResponseProgress progress ? progress.passEnd() : null;
    if (meter == null && !startsPass(event)) {
      // Between two passes: what a tool gave.
      return;
    }
    StreamMeter measuring = meter(atMicros);
    measuring.accept(usage.ofPass(event), atMicros - passMicros);
    if (passEnd != null) {
      usage.passEnded();
      measuring.accept(new ResponseEnd(passEnd, null, null), atMicros - passMicros);
      endPass(measuring, passEnd, null, atMicros);
    } else if (event instanceof ResponseEnd end) {
      endPass(measuring, end.verdict(), end.word(), atMicros);
    }
  }

  private static boolean startsPass(StreamEvent event) {
    return event instanceof StreamEvent.ResponseStart
        || (event instanceof ResponseProgress progress
            && progress.status().equals(ResponseProgress.CONTINUED));
  }

  private void endPass(
      StreamMeter measured, Verdict verdict, @Nullable String word, long atMicros) {
    measured.ended(atMicros - passMicros);
    passes.add(
        new MetricsRecord(
            null,
            about.dialect() == null ? "unknown" : about.dialect().word(),
            about.provider(),
            about.startedAt().plusNanos(passMicros * 1000),
            /* timed= */ true,
            measured.metrics()));
    meter = null;
    if (recording != null) {
      recording.ended(ending(verdict, word), atMicros - passMicros);
      recording = null;
    }
  }

  private Ending ending(Verdict verdict, @Nullable String word) {
    StreamFault wrong = fault;
    if (verdict == Verdict.CANCELLED || verdict == Verdict.STALLED) {
      return new Ending.Cut(verdict, word);
    }
    return wrong != null && wrong.kind() == StreamFault.Kind.CONNECTION
        ? new Ending.Broken(wrong)
        : new Ending.EndOfInput();
  }

  List<MetricsRecord> passes() {
    return List.copyOf(passes);
  }

  EndNote endNote(ResponseEnd end) {
    return EndNote.of(end.verdict(), passes);
  }

  void close() {
    if (recording != null) {
      recording.ended(new Ending.EndOfInput(), passMicros);
      recording = null;
    }
  }
}
