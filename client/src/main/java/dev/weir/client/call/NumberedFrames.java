package dev.weir.client.call;

import dev.weir.codec.dialect.Resuming;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamEvent.SequenceGap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Frames that are numbered without holes. After a break, a frame whose number has come is left out;
 * a number that is too high shows what is missing. Where numbers say nothing (all zeros),
 * everything is passed on as it is and nothing can be joined.
 */
final class NumberedFrames implements SeenFrames {
  private static final long NONE = -1;

  private final Resuming resuming;
  private long last = NONE;
  private boolean joins = true;
  private long missed;

  /** Whether numbers that have come may come again, because the provider repeats from somewhere. */
  private boolean continued;

  /** Whether the next number is the first after a cut: what it skips can no longer be had. */
  private boolean fresh;

  NumberedFrames(Resuming resuming) {
    this.resuming = resuming;
  }

  @Override
  public Decision take(Json chunk, String data, BooleanSupplier canResume) {
    String place = resuming.place(chunk);
    if (place == null) {
      return Decision.PASS;
    }
    long number = Long.parseLong(place);
    boolean isGap = last != NONE && number > last + 1;
    if (isGap && !fresh && canResume.getAsBoolean()) {
      missed = number;
      return Decision.STOP;
    }
    if (number == 0 && last == 0 && !continued) {
      joins = false;
    }
    fresh = false;
    boolean isNew = last == NONE || number > last;
    last = Math.max(last, number);
    return isNew || !continued ? Decision.PASS : Decision.OMIT;
  }

  static ProviderError gap(long expected, long actual) {
    return ProviderError.connection("sequence_gap", new SequenceGap(expected, actual).message());
  }

  @Override
  public void restart() {
    continued = true;
    fresh = true;
  }

  @Override
  public @Nullable String place() {
    return last == NONE ? null : Long.toString(last);
  }

  @Override
  public boolean canJoin() {
    return joins;
  }

  @Override
  public ProviderError why() {
    return gap(last + 1, missed);
  }
}
