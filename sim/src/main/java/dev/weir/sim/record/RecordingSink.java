package dev.weir.sim.record;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.client.transport.HttpCall;
import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
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
 * Records a call: the bytes of its last try as they came, with their times, and no secret of its
 * provider. What cannot be written is reported once, and the call goes on.
 *
 * <pre>{@code
 * weir.with(up -> up.withSink(next -> RecordingSink.to(file, provider).andThen(next)))
 * }</pre>
 */
public final class RecordingSink implements CallSink {
  private static final System.Logger DIAGNOSTICS = System.getLogger(RecordingSink.class.getName());

  private final Provider provider;
  private final @Nullable String modelName;
  private final DecodeOptions options;
  private final Instant startedAt = Instant.now();
  private final StreamRecorder recorder;

  /** The step of a route that is asked; absent without a route. */
  private CallEvent.@Nullable Asking asked;

  /**
   * @param owners whose ids go onto the lines of their chunks; absent for none
   * @param options how the stream is decoded when it is replayed
   * @param secrets what must not be written even where a provider repeats it
   * @param onFailure takes why there is no recording, or not all of it
   */
  public RecordingSink(
      Path file,
      Provider provider,
      @Nullable String modelName,
      @Nullable ConversationOwners owners,
      DecodeOptions options,
      Secrets secrets,
      Consumer<? super IOException> onFailure) {
    this.provider = provider;
    this.modelName = modelName;
    this.options = options;
    this.recorder = new StreamRecorder(file, owners, secrets, onFailure);
  }

  /**
   * Records one call of a provider into a file. What cannot be written goes to the diagnostics.
   *
   * @param file which must not exist yet
   */
  public static RecordingSink to(Path file, Provider provider) {
    return new RecordingSink(
        file,
        provider,
        provider.defaultModel(),
        /* owners= */ null,
        DecodeOptions.DEFAULT,
        Secrets.of(provider.secrets().stream().map(Secret::reveal).toList()),
        problem ->
            DIAGNOSTICS.log(System.Logger.Level.WARNING, "Cannot record to " + file, problem));
  }

  @Override
  public void accept(CallEvent event) {
    switch (event) {
      case CallEvent.Trying trying -> recorder.begin(header(trying.call()));
      case CallEvent.Connected e -> recorder.reached(Milestone.CONNECTED, e.atMicros());
      case CallEvent.Headers e -> recorder.reached(Milestone.HEADERS, e.atMicros());
      case CallEvent.Arrived arrived ->
          recorder.arrived(arrived.slice().toArray(), arrived.atMicros());
      case CallEvent.Measured measured -> recorder.ended(measured.ending(), measured.atMicros());
      // Bytes of an error are not part of the stream.
      case CallEvent.Refused e -> {}
      case CallEvent.Problem e -> {}
      case CallEvent.Resuming e -> {}
      case CallEvent.Asking step -> asked = step;
      case CallEvent.Tried e -> {}
      case CallEvent.Streamed e -> {}
    }
  }

  private RecordingHeader header(HttpCall call) {
    CallEvent.Asking step = asked;
    Dialect dialect = step == null ? null : step.dialect();
    return new RecordingHeader(
        dialect == null ? provider.dialect() : dialect,
        step == null ? provider.name() : step.provider(),
        step == null ? modelName : step.modelName(),
        startedAt,
        /* timed= */ true,
        options,
        new RecordingHeader.Request(call.method(), call.url().toString(), call.headers()));
  }
}
