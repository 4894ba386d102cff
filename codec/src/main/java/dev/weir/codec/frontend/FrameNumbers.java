package dev.weir.codec.frontend;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.json.JsonText;
import java.util.function.Consumer;

/** Numbers frames from 1, so that a client can say which it has. */
public final class FrameNumbers {
  private final Consumer<? super Frame> out;
  private long last;

  /** Numbers the frames that go out. */
  public FrameNumbers(Consumer<? super Frame> out) {
    this.out = out;
  }

  /** Writes a frame with this object, which is still open. */
  public void say(JsonText json) {
    String data = json.endObject().toString();
    out.accept(new Frame("", Long.toString(++last), Bytes.of(data)));
  }

  /** Writes the mark that nothing follows. */
  public void done() {
    out.accept(Frame.DONE);
  }
}
