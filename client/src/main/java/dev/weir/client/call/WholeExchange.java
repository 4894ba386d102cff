package dev.weir.client.call;

import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One question whose answer is a small JSON object, not a stream. It is asked once. */
final class WholeExchange implements Transport.Sink {
  private static final int MAX_BYTES = 64 << 10;

  private final CompletableFuture<Optional<Json>> answer = new CompletableFuture<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private int status;

  private WholeExchange() {}

  /** Completes with the object; with nothing if no object comes in time with status 200. */
  static CompletableFuture<Optional<Json>> send(
      Transport transport, HttpCall call, Timers timers, Duration patience) {
    var exchange = new WholeExchange();
    Transport.Exchange sent = transport.send(call, exchange);
    Timers.Timer late =
        timers.after(
            patience,
            () -> {
              sent.cancel();
              exchange.answer.complete(Optional.empty());
            });
    return exchange.answer.whenComplete((done, failed) -> late.cancel());
  }

  @Override
  public void headers(int newStatus, Map<String, String> headers) {
    status = newStatus;
  }

  @Override
  public void slice(Bytes slice) {
    int room = MAX_BYTES - body.size();
    body.write(slice.array(), slice.from(), Math.min(slice.length(), room));
  }

  @Override
  public void end() {
    String text = body.toString(StandardCharsets.UTF_8);
    answer.complete(
        status == 200 ? Optional.ofNullable(ProviderJson.object(text)) : Optional.empty());
  }

  @Override
  public void failed(IOException problem) {
    answer.complete(Optional.empty());
  }
}
