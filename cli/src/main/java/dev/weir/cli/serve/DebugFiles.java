package dev.weir.cli.serve;

import dev.weir.cli.chat.CallTrace;
import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.request.Request;
import dev.weir.log.metrics.MetricsFile;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.RawTrace;
import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what the environment asks for of every call: {@code WEIR_DEBUG_STREAM} a line of metrics,
 * {@code WEIR_DEBUG_TRACE} requests and raw answers. One thread writes, so that no event loop waits
 * for a disk; what cannot be written is a line of the log, and the call goes on.
 */
final class DebugFiles implements AutoCloseable {
  private static final Logger LOG = System.getLogger(DebugFiles.class.getName());
  private static final String METRICS_VARIABLE = "WEIR_DEBUG_STREAM";
  private static final long LAST_LINES_SECONDS = 5;
  private static final int MAX_WAITING = 10_000;

  private final @Nullable Path metrics;
  private final @Nullable Path traces;
  private final Secrets secrets;
  private final ExecutorService writer =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          Thread.ofPlatform().daemon().name("weir-debug-files").factory(),
          (late, full) -> LOG.log(Level.WARNING, "The disk is behind; part of a call is not kept"));

  /**
   * @param secrets what is kept nowhere
   */
  DebugFiles(Map<String, String> environment, Secrets secrets) {
    this.secrets = secrets;
    this.metrics = path(environment.get(METRICS_VARIABLE));
    this.traces = path(environment.get(RawTrace.VARIABLE));
  }

  private static @Nullable Path path(@Nullable String variable) {
    return variable == null || variable.isBlank() ? null : Path.of(variable);
  }

  /** The same upstream, with its calls kept if that is asked for. */
  Upstream watching(Upstream upstream, Provider provider) {
    return metrics == null && traces == null
        ? upstream
        : upstream.openedBy((asked, request, sink) -> watched(asked, provider, request, sink));
  }

  @Override
  public void close() {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(LAST_LINES_SECONDS, TimeUnit.SECONDS)) {
        LOG.log(Level.WARNING, "Some of what was to be kept of calls is not written");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private StreamCall watched(Upstream upstream, Provider provider, Request request, CallSink sink) {
    Instant startedAt = Instant.now();
    CallTrace trace = traces == null ? null : new CallTrace(traces, secrets);
    return upstream.open(
        request,
        event -> {
          // Events follow from the bytes, which are kept.
          if (!(event instanceof CallEvent.Streamed)) {
            writer.execute(() -> keep(event, provider, trace, startedAt));
          }
          sink.accept(event);
        });
  }

  private void keep(
      CallEvent event, Provider provider, @Nullable CallTrace trace, Instant startedAt) {
    try {
      if (trace != null) {
        trace.accept(event);
      }
      if (metrics != null && event instanceof CallEvent.Measured measured) {
        MetricsFile.append(
            metrics,
            new MetricsRecord(
                    null,
                    provider.dialect().word(),
                    provider.name(),
                    startedAt,
                    /* timed= */ true,
                    measured.metrics())
                .without(secrets));
      }
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "A call to {0} is not kept: {1}", provider.name(), failed);
    }
  }
}
