package dev.weir.gateway.stream;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleFrame;
import dev.weir.event.StreamEvent;
import java.util.function.Consumer;

/** Every event as a frame of its own, numbered from 1. */
final class EventsFold implements Fold {
  private static final LifecycleFrame DONE = new LifecycleFrame(0, "[DONE]");

  private final Consumer<LifecycleFrame> out;
  private long lastId;

  EventsFold(Consumer<LifecycleFrame> out) {
    this.out = out;
  }

  @Override
  public void accept(StreamEvent event, long atMillis) {
    var json = new JsonText().beginObject();
    EventJson.write(event, json);
    json.field("at", atMillis).endObject();
    out.accept(new LifecycleFrame(++lastId, json.toString()));
    if (event instanceof StreamEvent.ResponseEnd) {
      out.accept(DONE);
    }
  }
}
