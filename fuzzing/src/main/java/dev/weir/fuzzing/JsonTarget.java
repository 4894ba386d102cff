package dev.weir.fuzzing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.partial.PartialJson;
import dev.weir.event.StreamEvent;

/** JSON: whole, still arriving, and as events. */
public final class JsonTarget {
  private static final int DEPTH = 100;

  /** Characters between two looks at what has arrived, each of which builds all of it. */
  private static final int LOOK_EVERY = 61;

  private JsonTarget() {}

  public static void fuzzerTestOneInput(byte[] data) {
    String text = new String(data, UTF_8);
    PartialJson whole = PartialJson.of(text);
    var cut = new PartialJson();
    for (int i = 0; i < text.length(); i++) {
      cut.feed(text.substring(i, i + 1));
      if (i % LOOK_EVERY == 0) {
        String unused = cut.value().toText();
      }
    }
    Finding.unlessEqual(cut.value(), whole.value(), "partial values");
    Finding.unlessEqual(cut.isWhole(), whole.isWhole(), "wholeness");
    try {
      Json read = new JsonReader(DEPTH, 1 << 20).read(Bytes.of(data));
      Finding.unlessEqual(new JsonReader(DEPTH, 1 << 22).read(read.toText()), read, "JSON again");
    } catch (JsonException refused) {
      Finding.unless(refused.getMessage() != null, "refused without a word");
    }
    try {
      StreamEvent event = EventJson.read(text);
      Finding.unlessEqual(EventJson.read(EventJson.write(event)), event, "event and its JSON");
    } catch (JsonException refused) {
      Finding.unless(refused.getMessage() != null, "refused without a word");
    }
  }
}
