package dev.weir.codec.frontend;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.json.JsonText;
import java.util.function.Consumer;

/** Gives frames the numbers by which a client says what it has, from 1. */
public final class FrameNumbers {
  private final Consumer<? super Frame> out;
  private long last;

  public FrameNumbers(Consumer<? super Frame> out) {
    this.out = out;
  }

  /** A frame with this object, which has been begun. */
  public void say(JsonText json) {
    String data = json.endObject().toString();
    out.accept(new Frame("", Long.toString(++last), Bytes.of(data)));
  }

  /** The mark that nothing follows. */
  public void done() {
    out.accept(Frame.DONE);
  }
}
