package dev.weir.cli.chat;

import dev.weir.client.call.CallEvent;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.client.transport.HttpCall;
import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.Secrets;
import dev.weir.log.recording.StreamRecorder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a call was: the recording of its last try, and a raw trace of each. What cannot be
 * written is said once, and the call goes on.
 */
final class CallRecord {
  private final Provider provider;
  private final DecodeOptions options;
  private final @Nullable String modelName;
  private final Instant startedAt = Instant.now();
  private final Secrets secrets;
  private final @Nullable StreamRecorder recorder;
  private final Consumer<String> say;
  private final @Nullable CallTrace trace;
  private boolean failed;

  /**
   * @param eventId of the answer in its conversation
   */
  CallRecord(
      Provider provider,
      DecodeOptions options,
      @Nullable String modelName,
      String eventId,
      @Nullable Path recording,
      @Nullable Path traces,
      Consumer<String> say) {
    this.provider = provider;
    this.options = options;
    this.modelName = modelName;
    this.say = say;
    this.secrets = Secrets.of(provider.secrets().stream().map(Secret::reveal).toList());
    this.trace = traces == null ? null : new CallTrace(traces, secrets);
    this.recorder =
        recording == null
            ? null
            : new StreamRecorder(
                recording, ConversationOwners.ofAll(eventId), secrets, this::cannotRecord);
  }

  Instant startedAt() {
    return startedAt;
  }

  private void cannotRecord(IOException problem) {
    if (!failed) {
      failed = true;
      say.accept("Cannot record: %s; the answer goes on, not recorded".formatted(problem));
    }
  }

  void accept(CallEvent event) {
    if (recorder != null) {
      record(event, recorder);
    }
    if (trace != null) {
      try {
        trace.accept(event);
      } catch (IOException problem) {
        cannotRecord(problem);
      }
    }
  }

  private void record(CallEvent event, StreamRecorder to) {
    switch (event) {
      case CallEvent.Trying trying -> to.begin(header(trying.call()));
      case CallEvent.Connected e -> to.reached(Milestone.CONNECTED, e.atMicros());
      case CallEvent.Headers e -> to.reached(Milestone.HEADERS, e.atMicros());
      case CallEvent.Arrived arrived -> to.arrived(arrived.slice(), arrived.atMicros());
      case CallEvent.Measured measured -> to.ended(measured.ending(), measured.atMicros());
      // Bytes of an error are no part of the stream.
      case CallEvent.Refused e -> {}
      case CallEvent.Problem e -> {}
      case CallEvent.Resuming e -> {}
      case CallEvent.Asking e -> {}
      case CallEvent.Tried e -> {}
      case CallEvent.Streamed e -> {}
    }
  }

  private RecordingHeader header(HttpCall call) {
    return new RecordingHeader(
        provider.dialect(),
        provider.name(),
        modelName,
        startedAt,
        /* timed= */ true,
        options,
        new RecordingHeader.Request(call.method(), call.url().toString(), call.headers()));
  }
}
