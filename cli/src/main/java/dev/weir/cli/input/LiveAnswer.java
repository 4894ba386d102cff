package dev.weir.cli.input;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import java.io.IOException;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The streams in an answer that is on its way. */
public final class LiveAnswer {
  private LiveAnswer() {}

  /**
   * Looks at the beginning of an answer.
   *
   * @param dialect what the request was in, so the answer should be too; absent if unknown
   * @param clockMicros what time it is, counted like the times of the body's slices
   * @param damage takes what is wrong with the wrapping of the answer
   * @throws NotAStreamException if it is something else; the message says what
   */
  public static Captures open(
      CapturedExchange exchange, @Nullable Dialect dialect, LongSupplier clockMicros, Damage damage)
      throws IOException {
    Instant started = exchange.startedAt();
    var source =
        new CaptureSource(
            "#" + exchange.number(),
            /* isOneOfSeveral= */ false,
            /* layers= */ 0,
            exchange,
            started == null ? Instant.EPOCH : started,
            exchange.timed(),
            clockMicros,
            damage);
    var reading = new ReadOptions(dialect, DecodeOptions.DEFAULT, EntryChoice.ALL);
    return new Unwrapper(reading, Unwrapper.Limits.USUAL).open(exchange.body(), source);
  }
}
