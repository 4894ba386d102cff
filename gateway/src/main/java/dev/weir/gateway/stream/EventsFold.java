package dev.weir.gateway.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent;

/** Every event as a frame of its own, numbered from 1. */
final class EventsFold implements Fold {
  private final FrameSink out;
  private long lastId;

  EventsFold(FrameSink out) {
    this.out = out;
  }

  @Override
  public void accept(StreamEvent event, long atMillis) {
    var json = new JsonText().beginObject();
    EventJson.write(event, json);
    json.field("at", atMillis).endObject();
    out.frame(new Frame("", Long.toString(++lastId), json.bytes()));
    if (event instanceof StreamEvent.ResponseEnd) {
      out.frame(Frame.DONE);
      out.end();
    }
  }
}
