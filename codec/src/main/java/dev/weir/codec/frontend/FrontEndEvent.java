package dev.weir.codec.frontend;

import dev.weir.codec.json.Json;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a front end is told about a turn: about the first answer alone, with a name for
 * everything that is continued.
 */
public sealed interface FrontEndEvent {

  /** The first event. */
  record TurnStart(@Nullable String modelName) implements FrontEndEvent {}

  /** A pass begins; the one before has ended, and so have its calls. */
  record StepStart(int step) implements FrontEndEvent {}

  /** A step is over. */
  record StepEnd() implements FrontEndEvent {}

  /** Text or reasoning has its first character, or only a seal. */
  record PartStart(Part part) implements FrontEndEvent {}

  /** More text of a part. */
  record PartDelta(Part part, String text) implements FrontEndEvent {}

  /**
   * A part has ended.
   *
   * @param seal what the provider must get back with it
   */
  record PartEnd(Part part, @Nullable String seal) implements FrontEndEvent {}

  /** This takes the place of all that was said of a part, which may have ended. */
  record PartRepair(Part part, String text) implements FrontEndEvent {}

  /** A call has begun. */
  record CallStart(Call call) implements FrontEndEvent {}

  /** More of the arguments of a call. */
  record CallDelta(Call call, String text) implements FrontEndEvent {}

  /**
   * The arguments are there.
   *
   * @param isWhole whether all of them came; if not the call is not run
   */
  record CallEnd(Call call, String arguments, boolean isWhole) implements FrontEndEvent {}

  /**
   * What a call returned.
   *
   * @param id the name of the output
   * @param shown what a tool of ours returned for front ends to show; null if nothing
   */
  record CallOutput(Call call, String id, boolean success, String text, Json shown)
      implements FrontEndEvent {}

  /** A page that the answer cites. */
  record Source(String id, String url, @Nullable String title) implements FrontEndEvent {}

  /** A picture, sound or file that the answer has. */
  record MediaFile(String mediaType, String url) implements FrontEndEvent {}

  /**
   * The last event.
   *
   * @param fault what went wrong last; with a natural verdict it did no harm
   */
  record TurnEnd(Verdict verdict, @Nullable StreamFault fault, @Nullable Usage usage)
      implements FrontEndEvent {}

  /** Names a run of text or reasoning. */
  record Part(String id, boolean isReasoning) {}

  /**
   * Names a call.
   *
   * @param isServer whether the provider runs it
   * @param takesText whether its arguments are text, not JSON
   */
  record Call(String id, String name, boolean isServer, boolean takesText) {}
}
