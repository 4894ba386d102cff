package dev.weir.codec.dialect;

import dev.weir.event.StreamEvent.UnrepairedGap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The gaps of one response, until it is known whether anything is missing because of them.
 *
 * <p>A gap is closed when the provider has repeated the whole response, or each block that was open
 * at the gap. What is not closed is reported with its place: when the block that may lack something
 * ends, else when the response does.
 */
final class Gaps {
  /** Beyond this many, nobody reads where they are; each was reported when it came. */
  private static final int MOST = 1000;

  private record Place(OpenBlock block, int part, int at) {}

  private static final class Gap {
    final long expected;
    final long actual;
    final List<Place> places = new ArrayList<>(1);
    boolean isReported;

    Gap(long expected, long actual) {
      this.expected = expected;
      this.actual = actual;
    }

    void report(@Nullable Place place, Consumer<? super UnrepairedGap> out) {
      isReported = true;
      out.accept(
          place == null
              ? new UnrepairedGap(expected, actual, null, 0, 0)
              : new UnrepairedGap(expected, actual, place.block().id(), place.part(), place.at()));
    }

    boolean isClosed() {
      return !places.isEmpty() && places.stream().allMatch(place -> place.block().isConfirmed());
    }
  }

  private List<Gap> gaps = List.of();
  private boolean isWhole;

  boolean isAny() {
    return !gaps.isEmpty();
  }

  void opened(long expected, long actual, Collection<OpenBlock> open) {
    if (gaps.size() == MOST) {
      return;
    }
    var gap = new Gap(expected, actual);
    for (OpenBlock block : open) {
      gap.places.add(
          new Place(block, block.growingPart(), block.part(block.growingPart()).length()));
    }
    gaps = gaps.isEmpty() ? new ArrayList<>() : gaps;
    gaps.add(gap);
  }

  /** The provider has repeated the whole response, and it was compared with what had come. */
  void whole() {
    isWhole = true;
  }

  /** A block ends, and takes no more text; returns whether it may lack something. */
  boolean ends(OpenBlock block, Consumer<? super UnrepairedGap> out) {
    boolean lacks = false;
    if (gaps.isEmpty() || block.isConfirmed()) {
      return lacks;
    }
    for (Gap gap : gaps) {
      for (Place place : gap.places) {
        if (place.block() == block) {
          gap.report(place, out);
          lacks = true;
        }
      }
    }
    return lacks;
  }

  /** The response ends. */
  void end(Consumer<? super UnrepairedGap> out) {
    for (Gap gap : gaps) {
      if (!isWhole && !gap.isReported && !gap.isClosed()) {
        gap.report(/* place= */ null, out);
      }
    }
  }
}
