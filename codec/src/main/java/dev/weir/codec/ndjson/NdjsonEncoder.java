package dev.weir.codec.ndjson;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;
import java.util.Arrays;

/** Writes frames as JSON lines, which carry data alone. */
public final class NdjsonEncoder implements FrameEncoder {

  @Override
  public byte[] encode(Frame frame) {
    Bytes data = frame.data();
    for (int i = data.from(); i < data.to(); i++) {
      if (data.array()[i] == '\n' || data.array()[i] == '\r') {
        throw new IllegalArgumentException(
            "A JSON line has a line break at byte %,d; write JSON on one line, which escapes it"
                .formatted(i - data.from()));
      }
    }
    byte[] line = Arrays.copyOfRange(data.array(), data.from(), data.to() + 1);
    line[line.length - 1] = '\n';
    return line;
  }
}
