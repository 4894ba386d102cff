package dev.weir.codec.lifecycle;

import dev.weir.codec.json.Json;
import dev.weir.codec.lifecycle.LifecycleEvent.TextRepair;
import dev.weir.codec.lifecycle.LifecycleEvent.Warning;
import dev.weir.codec.lifecycle.ShownBlocks.Shown;
import dev.weir.codec.lifecycle.TextPlaces.Place;
import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.UnrepairedGap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells a front end what became of a gap: text that is corrected in place, and places where
 * something may be missing for good.
 */
final class Repairs {
  private static final String REPAIRED =
      "Chunks were lost on the way; what they held came later, and the stored message has it";

  private final TextPlaces places = new TextPlaces();
  private final Consumer<? super LifecycleEvent> out;

  Repairs(Consumer<? super LifecycleEvent> out) {
    this.out = out;
  }

  /** Text of a block was said. */
  void said(int block, int phase, String content) {
    places.said(block, phase, content);
  }

  boolean isSaid(BlockId block) {
    return places.isKnown(block.block());
  }

  /**
   * A text that was said is replaced.
   *
   * @param shown the block, if it is still open
   */
  void repaired(BlockRepair repair, @Nullable Shown shown, int phase) {
    int block = repair.block().block();
    Place place = places.of(block);
    if (place == null) {
      out.accept(new Warning("repaired", REPAIRED, place(shown, null, phase, 0)));
    } else {
      places.replaced(block, place, repair.text().length());
      out.accept(new TextRepair(place.phase(), place.from(), place.length(), repair.text()));
    }
  }

  /** Where a place in a block's text is in the text of its phase. */
  int place(BlockId block, int at) {
    Place text = places.of(block.block());
    return text == null ? at : text.from() + Math.min(at, text.length());
  }

  /** Reports a gap of which nobody knows what it held. */
  void left(UnrepairedGap gap, @Nullable Shown shown, int phase) {
    BlockId block = gap.block();
    Json where =
        block == null ? Json.Null.NULL : place(shown, places.of(block.block()), phase, gap.at());
    out.accept(new Warning("sequence_gap", gap.message(), where));
  }

  private static Json place(@Nullable Shown shown, @Nullable Place text, int phase, int at) {
    Map<String, Json> fields = new LinkedHashMap<>();
    if (shown != null) {
      fields.put("in", new Json.Text(shown.kind().word()));
    }
    fields.put("phase", number(text == null ? phase : text.phase()));
    if (text != null) {
      fields.put("at", number(text.from() + Math.min(at, text.length())));
    }
    return new Json.Fields(fields);
  }

  private static Json number(int value) {
    return new Json.Num(Integer.toString(value));
  }

  void clear() {
    places.clear();
  }
}
