package dev.weir.codec.awsstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/** Writes messages of the AWS event stream, for tests. */
public final class AwsMessages {
  private AwsMessages() {}

  public static byte[] event(String type, String payload) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(":event-type", type);
    headers.put(":content-type", "application/json");
    headers.put(":message-type", "event");
    return message(headers(headers), payload.getBytes(UTF_8));
  }

  /** A model's chunk as InvokeModel wraps it. */
  public static byte[] chunk(String chunk) {
    String base64 = Base64.getEncoder().encodeToString(chunk.getBytes(UTF_8));
    return event("chunk", "{\"bytes\":\"%s\",\"p\":\"abc\"}".formatted(base64));
  }

  public static byte[] exception(String type, String payload) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(":exception-type", type);
    headers.put(":message-type", "exception");
    return message(headers(headers), payload.getBytes(UTF_8));
  }

  public static byte[] error(String code, String message) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(":message-type", "error");
    headers.put(":error-code", code);
    headers.put(":error-message", message);
    return message(headers(headers), new byte[0]);
  }

  static byte[] headers(Map<String, String> headers) {
    ByteBuffer bytes = ByteBuffer.allocate(1024);
    headers.forEach((name, value) -> {
      byte[] n = name.getBytes(UTF_8);
      byte[] v = value.getBytes(UTF_8);
      bytes.put((byte) n.length).put(n).put((byte) 7).putShort((short) v.length).put(v);
    });
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  static byte[] message(byte[] headers, byte[] payload) {
    int total = 16 + headers.length + payload.length;
    ByteBuffer message = ByteBuffer.allocate(total);
    message.put(prelude(total, headers.length)).put(headers).put(payload);
    message.putInt(checksum(message.array(), total - 4));
    return message.array();
  }

  static byte[] prelude(int total, int headers) {
    ByteBuffer prelude = ByteBuffer.allocate(12).putInt(total).putInt(headers);
    return prelude.putInt(checksum(prelude.array(), 8)).array();
  }

  private static int checksum(byte[] bytes, int length) {
    var crc = new CRC32();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  public static byte[] join(byte[]... messages) {
    int length = Arrays.stream(messages).mapToInt(m -> m.length).sum();
    ByteBuffer joined = ByteBuffer.allocate(length);
    for (byte[] message : messages) {
      joined.put(message);
    }
    return joined.array();
  }
}
