package dev.weir.cli.chat;

import dev.weir.client.call.CallEvent;
import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.log.recording.Secrets;
import dev.weir.sim.record.RecordingSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a call was: the recording of its last try, and a raw trace of each. What cannot be
 * written is reported once, and the call goes on.
 */
final class CallRecord {
  private final Instant startedAt = Instant.now();
  private final @Nullable RecordingSink recorder;
  private final Consumer<String> say;
  private final @Nullable CallTrace trace;
  private boolean failed;

  /**
   * @param eventId of the answer in its conversation
   */
  CallRecord(
      Partner partner,
      DecodeOptions options,
      @Nullable String modelName,
      String eventId,
      @Nullable Path recording,
      @Nullable Path traces,
      Consumer<String> say) {
    this.say = say;
    Secrets secrets = partner.secrets();
    this.trace = traces == null ? null : new CallTrace(traces, secrets);
    this.recorder =
        recording == null
            ? null
            : new RecordingSink(
                recording,
                partner.provider(),
                modelName,
                ConversationOwners.ofAll(eventId),
                options,
                secrets,
                this::cannotRecord);
  }

  Instant startedAt() {
    return startedAt;
  }

  private void cannotRecord(IOException problem) {
    if (!failed) {
      failed = true;
      say.accept("Cannot record: %s; the answer goes on unrecorded".formatted(problem));
    }
  }

  void accept(CallEvent event) {
    if (recorder != null) {
      recorder.accept(event);
    }
    if (trace != null) {
      try {
        trace.accept(event);
      } catch (IOException problem) {
        cannotRecord(problem);
      }
    }
  }
}
