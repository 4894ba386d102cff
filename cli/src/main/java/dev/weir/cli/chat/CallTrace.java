package dev.weir.cli.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.call.CallEvent;
import dev.weir.client.transport.HttpCall;
import dev.weir.log.recording.RawTrace;
import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Keeps each try of a call raw, in files of its own. Used by one thread at a time. */
public final class CallTrace {
  private final Path folder;
  private final Secrets secrets;
  private @Nullable RawTrace trace;

  /**
   * @param secrets what must not be written even where the provider repeats it
   */
  public CallTrace(Path folder, Secrets secrets) {
    this.folder = folder;
    this.secrets = secrets;
  }

  public void accept(CallEvent event) throws IOException {
    RawTrace open = trace;
    if (event instanceof CallEvent.Trying trying) {
      HttpCall call = trying.call();
      if (open != null) {
        open.close();
      }
      trace =
          RawTrace.begin(
              folder,
              Instant.now(),
              call.method(),
              call.url().toString(),
              call.headers(),
              call.body().getBytes(UTF_8),
              secrets);
    } else if (open != null) {
      switch (event) {
        case CallEvent.Headers head -> open.response(head.status(), head.headers());
        case CallEvent.Arrived arrived -> open.arrived(arrived.slice().toArray());
        case CallEvent.Refused refused -> open.arrived(refused.body());
        case CallEvent.Measured e -> {
          trace = null;
          open.close();
        }
        case CallEvent.Trying e -> {}
        case CallEvent.Connected e -> {}
        case CallEvent.Problem e -> {}
        case CallEvent.Resuming e -> {}
        case CallEvent.Asking e -> {}
        case CallEvent.Tried e -> {}
        case CallEvent.Streamed e -> {}
      }
    }
  }
}
