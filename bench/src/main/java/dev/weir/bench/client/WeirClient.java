package dev.weir.bench.client;

import dev.weir.client.EventStream;
import dev.weir.client.Weir;
import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallOptions;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.TransportOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.ResponseEnd;
import org.jspecify.annotations.Nullable;

/** Weir as everybody uses it: events in a loop, or handed to a sink. */
final class WeirClient implements Client {
  private final Weir weir;
  private final boolean isLoop;

  /**
   * @param isLoop whether each stream has a virtual thread that loops over it, or a sink
   */
  WeirClient(Target target, boolean isLoop) {
    this.isLoop = isLoop;
    this.weir =
        Weir.of(
            Provider.builder("paced", Dialects.OPENAI_CHAT, target.url()).build(),
            CallOptions.DEFAULT,
            TransportOptions.DEFAULT.withTrust(target.certificate().context()));
  }

  @Override
  public int pieces(PacedChat chat) {
    return chat.stream().deltas();
  }

  @Override
  public void open(String model, Progress.Stream stream) {
    Request request = Request.of("How long is the river?").toBuilder().modelName(model).build();
    if (isLoop) {
      Thread.ofVirtual().start(() -> loop(request, stream));
    } else {
      weir.call(
          request,
          event -> {
            if (event instanceof CallEvent.Streamed streamed) {
              take(streamed.event(), stream);
            }
          });
    }
  }

  private void loop(Request request, Progress.Stream stream) {
    try (EventStream events = weir.stream(request)) {
      for (StreamEvent event : events) {
        take(event, stream);
      }
    }
  }

  private static void take(StreamEvent event, Progress.Stream stream) {
    if (event instanceof BlockDelta) {
      stream.came(1);
    } else if (event instanceof ResponseEnd end) {
      stream.ended(problem(end));
    }
  }

  private static @Nullable String problem(ResponseEnd end) {
    return end.verdict().isNatural() ? null : end.toString();
  }
}
