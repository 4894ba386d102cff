package dev.weir.client.call;

import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Usage;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of one response, as those who keep figures want it: one pass of a turn, with
 * who gave it.
 *
 * @param provider who was asked; in a route the step that answered
 * @param requestModel absent for the provider's default
 * @param chunkMicros between one delta and the next
 */
public record Inference(
    String provider, @Nullable String requestModel, StreamMetrics metrics, List<Long> chunkMicros) {

  public Inference {
    chunkMicros = List.copyOf(chunkMicros);
  }

  /** What went wrong, as a low number of words; absent if the response came to its end. */
  public @Nullable String errorType() {
    var verdict = metrics.verdict();
    return verdict != null && verdict.isNatural() ? null : String.valueOf(verdict);
  }

  /** The counts that were reported; all absent if none were. */
  public Usage usage() {
    return Objects.requireNonNullElse(metrics.usage(), Usage.NONE);
  }

  /**
   * The same upstream, of each of whose responses {@code figures} is told when it ends, just before
   * its end is told to whoever asked.
   */
  public static Upstream told(Upstream upstream, Consumer<? super Inference> figures) {
    return upstream.openedBy((asked, request, sink) ->
        asked.open(request, new Watch(asked.name(), request.modelName(), figures).andThen(sink)));
  }

  /** Measures one response. */
  private static final class Watch implements CallSink {
    private final Consumer<? super Inference> figures;
    private String provider;
    private @Nullable String requestModel;
    private long lastDelta = -1;
    private long[] gaps = new long[64];
    private int count;

    Watch(String provider, @Nullable String requestModel, Consumer<? super Inference> figures) {
      this.provider = provider;
      this.requestModel = requestModel;
      this.figures = figures;
    }

    @Override
    public void accept(CallEvent event) {
      switch (event) {
        case CallEvent.Asking asking -> {
          provider = asking.provider();
          requestModel = asking.modelName();
        }
        case CallEvent.Streamed streamed -> {
          if (streamed.event() instanceof BlockDelta) {
            delta(streamed.atMicros());
          }
        }
        case CallEvent.Measured measured ->
            figures.accept(
                new Inference(
                    provider,
                    requestModel,
                    measured.metrics(),
                    Arrays.stream(gaps, 0, count).boxed().toList()));
        case CallEvent.Trying passing -> {}
        case CallEvent.Tried passing -> {}
        case CallEvent.Connected passing -> {}
        case CallEvent.Headers passing -> {}
        case CallEvent.Arrived passing -> {}
        case CallEvent.Refused passing -> {}
        case CallEvent.Problem passing -> {}
        case CallEvent.Resuming passing -> {}
      }
    }

    private void delta(long atMicros) {
      if (lastDelta >= 0) {
        if (count == gaps.length) {
          gaps = Arrays.copyOf(gaps, 2 * count);
        }
        gaps[count++] = atMicros - lastDelta;
      }
      lastDelta = atMicros;
    }
  }
}
