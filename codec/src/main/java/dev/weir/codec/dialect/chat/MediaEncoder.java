package dev.weir.codec.dialect.chat;

import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.HeldText;
import dev.weir.codec.dialect.Losses;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.HashMap;
import java.util.Map;

/** Writes pictures and sound of this dialect; those of others have no common form. */
final class MediaEncoder {
  private final ChatChunks chunks;
  private final EventSource source;
  private final Losses losses;
  private final HeldText held;
  private final int choice;
  private final Map<Integer, Media> open = new HashMap<>();

  private record Media(BlockStart start, StringBuilder address) {
    boolean isSound() {
      return "audio".equals(start.name());
    }
  }

  MediaEncoder(ChatChunks chunks, EventSource source, Losses losses, HeldText held, int choice) {
    this.chunks = chunks;
    this.source = source;
    this.losses = losses;
    this.held = held;
    this.choice = choice;
  }

  void start(BlockStart start) {
    if (!source.sameDialect()) {
      losses.add(start, "media of another dialect is not translated");
      return;
    }
    var media = new Media(start, new StringBuilder());
    open.put(start.block().block(), media);
    if (media.isSound()) {
      sound(start, "");
    }
  }

  private void sound(BlockStart start, String data) {
    chunks.delta(
        choice,
        json ->
            json.name("audio")
                .beginObject()
                .fieldIfAny("id", start.id())
                .field("data", data)
                .endObject());
  }

  void delta(BlockDelta delta) {
    Media media = open.get(delta.block().block());
    if (media == null) {
      losses.add(delta, "media of another dialect is not translated");
    } else if (media.isSound()) {
      sound(media.start(), delta.text());
    } else {
      held.append(media.address(), delta.text());
    }
  }

  void end(BlockEnd end) {
    Media media = open.remove(end.block().block());
    if (media == null) {
      losses.add(end, "media of another dialect is not translated");
    } else if (!media.isSound()) {
      held.release(media.address());
      chunks.delta(
          choice,
          json -> {
            json.name("images").beginArray().beginObject().field("type", "image_url");
            json.name("image_url")
                .beginObject()
                .field("url", media.address().toString())
                .endObject();
            json.endObject().endArray();
          });
    }
  }
}
