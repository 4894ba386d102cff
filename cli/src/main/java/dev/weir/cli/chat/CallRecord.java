package dev.weir.cli.chat;

import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.client.transport.HttpCall;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.log.recording.Entry.Ending;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.RawTrace;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.RecordingWriter;
import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a call was: the recording of its last try, and a raw trace of each. What cannot be
 * written is said once, and the call goes on.
 */
final class CallRecord {
  private final Provider provider;
  private final DecodeOptions options;
  private final Instant startedAt = Instant.now();
  private final Secrets secrets;
  private final @Nullable Path recording;
  private final @Nullable Path traces;
  private final Consumer<String> say;
  private @Nullable RecordingWriter writer;
  private @Nullable RawTrace trace;
  private @Nullable StreamFault lastFault;
  private boolean anyBytes;
  private boolean failed;

  CallRecord(
      Provider provider,
      DecodeOptions options,
      @Nullable Path recording,
      @Nullable Path traces,
      Consumer<String> say) {
    this.provider = provider;
    this.options = options;
    this.recording = recording;
    this.traces = traces;
    this.say = say;
    this.secrets = Secrets.of(provider.secrets().stream().map(Secret::reveal).toList());
  }

  Instant startedAt() {
    return startedAt;
  }

  boolean hasFailed() {
    return failed;
  }

  private interface Step {
    void run() throws IOException;
  }

  private void attempt(Step step) {
    try {
      step.run();
    } catch (IOException problem) {
      if (!failed) {
        failed = true;
        say.accept("Cannot record: %s; the answer goes on, not recorded".formatted(problem));
      }
    }
  }

  /** A try begins: what an earlier one left is nothing that anyone saw. */
  void trying(HttpCall call, @Nullable String modelName) {
    Path file = recording;
    if (file != null) {
      attempt(() -> {
        RecordingWriter earlier = writer;
        if (earlier != null) {
          earlier.close();
          Files.deleteIfExists(file);
        }
        var request =
            new RecordingHeader.Request(call.method(), call.url().toString(), call.headers());
        writer =
            RecordingWriter.create(
                file,
                new RecordingHeader(
                    provider.dialect(),
                    provider.name(),
                    modelName,
                    startedAt,
                    /* timed= */ true,
                    options,
                    request),
                null,
                secrets);
        anyBytes = false;
      });
    }
    Path folder = traces;
    if (folder != null) {
      attempt(() -> {
        closeTrace();
        trace =
            RawTrace.begin(
                folder,
                Instant.now(),
                call.method(),
                call.url().toString(),
                call.headers(),
                call.body().getBytes(StandardCharsets.UTF_8),
                secrets);
      });
    }
  }

  void reached(Milestone milestone, long atMicros) {
    RecordingWriter open = writer;
    if (open != null) {
      attempt(() -> open.reached(milestone, atMicros));
    }
  }

  void headers(int status, Map<String, String> headers, long atMicros) {
    reached(Milestone.HEADERS, atMicros);
    RawTrace open = trace;
    if (open != null) {
      attempt(() -> open.response(status, headers));
    }
  }

  void arrived(byte[] slice, long atMicros) {
    anyBytes = true;
    RecordingWriter open = writer;
    if (open != null) {
      attempt(() -> open.arrived(slice, atMicros));
    }
    refused(slice);
  }

  /** Bytes of an error: no part of the stream, so the recording has none of them. */
  void refused(byte[] body) {
    RawTrace open = trace;
    if (open != null) {
      attempt(() -> open.arrived(body));
    }
  }

  void event(StreamEvent event, long atMicros) {
    if (event instanceof StreamEvent.Fault said) {
      lastFault = said.fault();
    } else if (event instanceof StreamEvent.ResponseEnd end) {
      ended(end, atMicros);
    }
  }

  private void ended(StreamEvent.ResponseEnd end, long atMicros) {
    RecordingWriter open = writer;
    if (open != null) {
      attempt(() -> {
        open.ended(ending(end), atMicros);
        open.close();
      });
    }
    attempt(this::closeTrace);
  }

  /** How the bytes ended, so that a replay ends alike. */
  private Ending ending(StreamEvent.ResponseEnd end) {
    if (end.verdict() == Verdict.CANCELLED || end.verdict() == Verdict.STALLED) {
      return new Ending.Cut(end.verdict(), end.word());
    }
    StreamFault fault = lastFault;
    boolean broke = fault != null && (!anyBytes || fault.kind() == StreamFault.Kind.CONNECTION);
    return fault != null && broke ? new Ending.Broken(fault) : new Ending.EndOfInput();
  }

  private void closeTrace() throws IOException {
    RawTrace open = trace;
    trace = null;
    if (open != null) {
      open.close();
    }
  }
}
