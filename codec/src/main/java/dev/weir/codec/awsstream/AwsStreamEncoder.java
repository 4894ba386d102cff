package dev.weir.codec.awsstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Writes frames as messages of the binary event stream of AWS, as {@link AwsStreamDecoder} reads
 * them: the event of a frame is the {@code :event-type}, or after {@link
 * AwsStreamDecoder#EXCEPTION} the {@code :exception-type}.
 */
public final class AwsStreamEncoder implements FrameEncoder {
  private static final int PRELUDE = 12;
  private static final int CHECKSUM = 4;
  private static final byte TEXT = 7;

  @Override
  public byte[] encode(Frame frame) {
    boolean isException = frame.event().startsWith(AwsStreamDecoder.EXCEPTION);
    Map<String, String> headers = new LinkedHashMap<>();
    if (isException) {
      String type = frame.event().substring(AwsStreamDecoder.EXCEPTION.length());
      headers.put(":exception-type", type);
    } else {
      headers.put(":event-type", frame.event());
    }
    headers.put(":content-type", "application/json");
    headers.put(":message-type", isException ? "exception" : "event");
    return message(headers, frame.data().toArray());
  }

  private static byte[] message(Map<String, String> headers, byte[] payload) {
    int headerBytes = 0;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      headerBytes += 4 + bytes(header.getKey()).length + bytes(header.getValue()).length;
    }
    byte[] message = new byte[PRELUDE + headerBytes + payload.length + CHECKSUM];
    ByteBuffer out = ByteBuffer.wrap(message).putInt(message.length).putInt(headerBytes);
    out.putInt(checksum(message, out.position()));
    headers.forEach((name, value) -> {
      byte[] key = bytes(name);
      byte[] text = bytes(value);
      out.put((byte) key.length).put(key).put(TEXT).putShort((short) text.length).put(text);
    });
    out.put(payload);
    out.putInt(checksum(message, out.position()));
    return message;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static int checksum(byte[] bytes, int length) {
    var crc = new CRC32();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
