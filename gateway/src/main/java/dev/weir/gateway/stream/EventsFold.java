package dev.weir.gateway.stream;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.FrameWriter;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent;

/** Every event as a frame of its own, numbered from 1. */
final class EventsFold implements Fold {
  private final FrameSink out;
  private final FrameWriter frames;
  private long lastId;

  EventsFold(FrameSink out) {
    this.out = out;
    this.frames = out.writer();
  }

  @Override
  public void accept(StreamEvent event, long atMillis) {
    JsonText json = frames.begin(++lastId).beginObject();
    EventJson.write(event, json);
    json.field("at", atMillis).endObject();
    frames.written();
    if (event instanceof StreamEvent.ResponseEnd) {
      frames.done();
      out.end();
    }
  }
}
