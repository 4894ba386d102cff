package dev.weir.codec.awsstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Consumer;

/**
 * Takes a model's own chunks out of the frames of InvokeModelWithResponseStream, which hold them as
 * {@code {"bytes": base64}}. Other frames pass as they are.
 */
public final class InvokeUnwrapper implements Decoder<Frame, Frame> {
  private static final String CHUNK = "chunk";
  private static final byte[] BYTES_FIRST = "{\"bytes\"".getBytes(UTF_8);
  private static final byte[] CHUNK_FIRST = "{\"chunk\"".getBytes(UTF_8);

  private final JsonReader reader;

  public InvokeUnwrapper(Limits limits) {
    this.reader = new JsonReader(limits.maxDepth(), limits.maxFrameBytes());
  }

  @Override
  public void feed(Frame frame, Consumer<? super Frame> out) {
    out.accept(isCandidate(frame) ? unwrapped(frame) : frame);
  }

  @Override
  public void end(Consumer<? super Frame> out) {}

  /** Whether a frame may be a wrapper: only those are read twice. */
  private static boolean isCandidate(Frame frame) {
    return frame.event().equals(CHUNK)
        || (frame.event().isEmpty()
            && (begins(frame.data(), BYTES_FIRST) || begins(frame.data(), CHUNK_FIRST)));
  }

  private static boolean begins(Bytes data, byte[] beginning) {
    int to = data.from() + beginning.length;
    return to <= data.to()
        && Arrays.equals(data.array(), data.from(), to, beginning, 0, beginning.length);
  }

  private Frame unwrapped(Frame frame) {
    Json json;
    try {
      json = reader.read(frame.data());
    } catch (JsonException malformed) {
      return frame;
    }
    Json wrapper = json.has(CHUNK) ? json.get(CHUNK) : json;
    String base64 = wrapper.get("bytes").text();
    if (base64 == null) {
      return frame;
    }
    try {
      return new Frame("", frame.id(), Bytes.of(Base64.getDecoder().decode(base64)));
    } catch (IllegalArgumentException notBase64) {
      return AwsStreamDecoder.malformed(
          "The bytes of a chunk (%,d characters) are not base64: %s; the chunk is left out"
              .formatted(base64.length(), notBase64.getMessage()),
          /* fatal= */ false);
    }
  }
}
