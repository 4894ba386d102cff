package dev.weir.codec.json;

import dev.weir.codec.Frame;
import dev.weir.codec.GrowingBytes;
import java.util.function.Consumer;

/** Frames for somebody who takes them one by one. */
final class HandedFrames implements FrameWriter {
  /** Room for the data of most frames, which is used again for each. */
  private static final int KEPT_BYTES = 256;

  private final Consumer<? super Frame> out;
  private final GrowingBytes data = new GrowingBytes(/* capacity= */ 0);
  private final JsonText json = new JsonText(data);
  private long id;

  HandedFrames(Consumer<? super Frame> out) {
    this.out = out;
  }

  @Override
  public JsonText begin(long number) {
    id = number;
    data.clear(KEPT_BYTES);
    return json.again();
  }

  @Override
  public void written() {
    out.accept(new Frame("", Long.toString(id), data.bytes()));
  }

  @Override
  public void done() {
    out.accept(Frame.DONE);
  }
}
