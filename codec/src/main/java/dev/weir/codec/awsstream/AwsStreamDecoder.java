package dev.weir.codec.awsstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the binary event stream of AWS into messages.
 *
 * <pre>
 * total length (4) | headers length (4) | checksum of these 8 bytes (4)
 * headers | payload | checksum of everything before it (4)
 * </pre>
 *
 * <p>A message is a frame: its event is the {@code :event-type}, its data the payload. An exception
 * is a frame whose event begins with {@link #EXCEPTION}. What is wrong with the framing itself is a
 * frame too, with the event {@link #MALFORMED}: a message whose checksum does not fit is left out
 * and the next is read; a prelude whose checksum does not fit leaves no way to find the next
 * message, so nothing after it is read.
 *
 * <p>Why not the decoder of {@code software.amazon.eventstream}: it holds 2 MB for every stream
 * from the start, its limit is a constant of 24 MB, and on a wrong checksum it throws and is left
 * in a state from which it cannot go on. Here memory grows with the bytes that came, never with the
 * length that a peer claims, up to a limit of ours.
 */
public final class AwsStreamDecoder implements Decoder<byte[], Frame> {
  /** How the event of an exception begins; its type follows. The data is always JSON. */
  public static final String EXCEPTION = "exception:";

  /**
   * The event of a frame that stands for broken framing. Its data is JSON: {@code message} says
   * what was seen, {@code fatal} whether nothing more can be read.
   */
  public static final String MALFORMED = "malformed";

  private static final int PRELUDE = 12;
  private static final int CHECKSUM = 4;
  private static final int FIRST_CAPACITY = 256;
  private static final int MAX_EXCEPTION_DEPTH = 50;

  private final int maxFrameBytes;
  private byte[] held = new byte[FIRST_CAPACITY];
  private int heldLength;

  /** The whole length of the message that is coming, or 0 before its prelude is read. */
  private int total;

  private long offset;
  private boolean lost;

  public AwsStreamDecoder(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Whether bytes begin with a prelude whose checksum fits: hardly anything else does. */
  public static boolean isPrelude(byte[] head) {
    return head.length >= PRELUDE && number(head, 8) == checksum(head, 8);
  }

  @Override
  public void feed(byte[] slice, Consumer<? super Frame> out) {
    int at = 0;
    while (at < slice.length && !lost) {
      int wanted = total == 0 ? PRELUDE : total;
      int taken = Math.min(wanted - heldLength, slice.length - at);
      hold(slice, at, taken, wanted);
      at += taken;
      if (heldLength < wanted) {
        return;
      }
      if (total == 0) {
        prelude(out);
      } else {
        message(out);
      }
    }
  }

  @Override
  public void end(Consumer<? super Frame> out) {
    if (heldLength > 0 && !lost) {
      String expected = total == 0 ? "its prelude of 12" : "%,d".formatted(total);
      malformed(
          "The stream ended inside a message, after %,d bytes of %s"
              .formatted(heldLength, expected),
          /* fatal= */ false,
          out);
    }
  }

  private void hold(byte[] slice, int from, int length, int wanted) {
    int needed = heldLength + length;
    if (needed > held.length) {
      held = Arrays.copyOf(held, Math.min(wanted, Math.max(needed, held.length * 2)));
    }
    System.arraycopy(slice, from, held, heldLength, length);
    heldLength = needed;
  }

  private void prelude(Consumer<? super Frame> out) {
    int expected = number(held, 8);
    int actual = checksum(held, 8);
    if (expected != actual) {
      lose(
          "The prelude at byte %,d has the checksum %08x, expected %08x; nothing after it can be read"
              .formatted(offset, actual, expected),
          out);
      return;
    }
    int length = number(held, 0);
    int headers = number(held, 4);
    if (length < 0 || length > maxFrameBytes) {
      heldLength = 0;
      lost = true;
      throw new LimitExceededException(
          "A message of %,d bytes exceeds the limit of %,d; raise max-frame-bytes or check the upstream"
              .formatted(Integer.toUnsignedLong(length), maxFrameBytes));
    }
    if (headers < 0 || headers > length - PRELUDE - CHECKSUM) {
      lose(
          "The prelude at byte %,d says %,d bytes with headers of %,d; nothing after it can be read"
              .formatted(offset, length, Integer.toUnsignedLong(headers)),
          out);
      return;
    }
    total = length;
  }

  private void message(Consumer<? super Frame> out) {
    byte[] message = held;
    int length = total;
    long start = offset;
    // The frame keeps the array.
    held = new byte[FIRST_CAPACITY];
    heldLength = 0;
    total = 0;
    offset += length;
    int expected = number(message, length - CHECKSUM);
    int actual = checksum(message, length - CHECKSUM);
    if (expected != actual) {
      malformed(
          "The message of %,d bytes at byte %,d has the checksum %08x, expected %08x; it is left out"
              .formatted(length, start, actual, expected),
          /* fatal= */ false,
          out);
      return;
    }
    int payload = PRELUDE + number(message, 4);
    AwsHeaders headers = AwsHeaders.read(message, PRELUDE, payload);
    if (headers == null) {
      malformed(
          "The headers of the message at byte %,d cannot be read; it is left out".formatted(start),
          /* fatal= */ false,
          out);
      return;
    }
    out.accept(frame(headers, Bytes.of(message, payload, length - CHECKSUM)));
  }

  private static Frame frame(AwsHeaders headers, Bytes payload) {
    String type = headers.get(":message-type");
    if ("exception".equals(type)) {
      String exception = headers.get(":exception-type");
      return new Frame(EXCEPTION + textOf(exception), "", exceptionData(payload, null));
    }
    if ("error".equals(type)) {
      String code = headers.get(":error-code");
      return new Frame(
          EXCEPTION + textOf(code), "", exceptionData(payload, headers.get(":error-message")));
    }
    Bytes data = payload.length() == 0 ? Bytes.of("{}") : payload;
    return new Frame(textOf(headers.get(":event-type")), "", data);
  }

  private static String textOf(@Nullable String value) {
    return value == null ? "" : value;
  }

  /** Errors have their message in a header, exceptions in a payload that need not be JSON. */
  private static Bytes exceptionData(Bytes payload, @Nullable String message) {
    if (message == null && isObject(payload)) {
      return payload;
    }
    String words = message == null ? payload.toString() : message;
    return Bytes.of(new JsonText().beginObject().field("message", words).endObject().toString());
  }

  private static boolean isObject(Bytes payload) {
    try {
      return new JsonReader(MAX_EXCEPTION_DEPTH, payload.length() + 1).read(payload).isObject();
    } catch (JsonException notJson) {
      return false;
    }
  }

  private void lose(String message, Consumer<? super Frame> out) {
    lost = true;
    heldLength = 0;
    malformed(message, /* fatal= */ true, out);
  }

  private static void malformed(String message, boolean fatal, Consumer<? super Frame> out) {
    out.accept(malformed(message, fatal));
  }

  /** A frame that says what is wrong with the framing. */
  static Frame malformed(String message, boolean fatal) {
    JsonText json =
        new JsonText().beginObject().field("message", message).flag("fatal", fatal).endObject();
    return new Frame(MALFORMED, "", Bytes.of(json.toString().getBytes(UTF_8)));
  }

  private static int number(byte[] a, int at) {
    return a[at] << 24 | (a[at + 1] & 0xff) << 16 | (a[at + 2] & 0xff) << 8 | (a[at + 3] & 0xff);
  }

  private static int checksum(byte[] a, int length) {
    var crc = new CRC32();
    crc.update(a, 0, length);
    return (int) crc.getValue();
  }
}
