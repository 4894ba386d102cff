package dev.weir.gateway.stream;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The frames so far in one: the same events in the same order, runs of deltas joined. A client
 * takes its {@code events} as if they had come one by one.
 */
final class Snapshot implements Summing {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);
  private static final Set<String> DELTAS =
      Set.of("thinking_delta", "text_delta", "tool_call_delta");

  private final List<Json> events = new ArrayList<>();
  private @Nullable Json run;
  private final StringBuilder runText = new StringBuilder();
  private boolean isEnded;
  private long count;

  @Override
  public void frame(Frame frame) {
    if (frame.isDone()) {
      return;
    }
    count++;
    Json event = READER.read(frame.data());
    Json open = run;
    boolean isDelta = DELTAS.contains(event.get("type").textOrEmpty());
    boolean isNewPart = event.get("newPart").isTrue();
    if (open != null && isDelta && isSame(open, event) && !isNewPart) {
      runText.append(event.get("content").textOrEmpty());
      return;
    }
    endRun();
    if (isDelta) {
      run = event;
      runText.append(event.get("content").textOrEmpty());
    } else {
      events.add(event);
    }
  }

  private static boolean isSame(Json one, Json other) {
    return one.get("type").equals(other.get("type"))
        && one.get("phase").equals(other.get("phase"))
        && one.get("call").equals(other.get("call"));
  }

  private void endRun() {
    Json open = run;
    if (open != null) {
      Map<String, Json> fields = new LinkedHashMap<>(open.fields());
      fields.put("content", new Json.Text(runText.toString()));
      events.add(new Json.Fields(fields));
      runText.setLength(0);
      run = null;
    }
  }

  @Override
  public void end() {
    isEnded = true;
  }

  @Override
  public void writeTo(FrameText text) {
    text.summary(frame(), count);
    if (isEnded) {
      text.frame(Frame.DONE);
      text.end();
    }
  }

  /** The frame, with the id of the last that it stands for; with none if that is none. */
  Frame frame() {
    endRun();
    Json last = events.isEmpty() ? Json.Null.NULL : events.getLast();
    Long phase = last.get("phase").number();
    Long timestamp = last.get("timestamp").number();
    String data =
        new JsonText()
            .beginObject()
            .field("type", "snapshot")
            .field("phase", phase == null ? 0 : phase)
            .field("timestamp", timestamp == null ? 0 : timestamp)
            .name("events")
            .value(new Json.Items(events))
            .endObject()
            .toString();
    return new Frame("", count == 0 ? "" : Long.toString(count), Bytes.of(data));
  }
}
