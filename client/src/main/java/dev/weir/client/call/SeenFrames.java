package dev.weir.client.call;

import dev.weir.codec.json.Json;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Knows what has come of a response, so that after a break nothing comes twice or is missed. */
interface SeenFrames {

  /** What to do with a frame. */
  enum Decision {
    PASS,
    /** It has come before. */
    OMIT,
    /** Neither it nor what follows is passed on: the rest must be asked for. */
    STOP
  }

  /**
   * Takes the next frame.
   *
   * @param chunk what it holds
   * @param data the same, as it came
   * @param canResume asked where something is missing
   */
  Decision take(Json chunk, String data, BooleanSupplier canResume);

  /** The response goes on in another http response. */
  void restart();

  /** What came last, as {@link dev.weir.codec.dialect.Resuming} names it. */
  @Nullable String place();

  /** Whether the rest can be joined to what has come. */
  boolean canJoin();

  /** Why the last frame was not passed on, nor anything after it. */
  ProviderError why();
}
