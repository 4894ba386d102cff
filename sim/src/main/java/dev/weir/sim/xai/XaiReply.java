package dev.weir.sim.xai;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.request.BadRequestException;
import dev.weir.event.StreamEvent;
import dev.weir.sim.fault.Fault;
import dev.weir.sim.fault.FaultKind;
import dev.weir.sim.reply.Ending;
import dev.weir.sim.reply.Reply;
import dev.weir.sim.reply.Slice;
import dev.weir.sim.request.Asked;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptPlayer;
import dev.weir.sim.script.ScriptedAnswer;
import dev.weir.sim.script.TimedEvent;
import dev.weir.xai.XaiRequestReader;
import dev.weir.xai.proto.GetChatCompletionChunk;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Replies of the gRPC service: each slice is one message with its length before it. The status of
 * the call stands in the headers {@code grpc-status} and {@code grpc-message}, which are sent as
 * trailers.
 */
public final class XaiReply {
  public static final String METHOD = "/xai_api.Chat/GetCompletionChunk";

  /** The name of the dialect. */
  public static final String DIALECT = "xai";

  private static final int PREFIX_BYTES = 5;

  /** What a recording has after its messages: the trailers, marked in the first byte. */
  private static final int TRAILERS = 0x80;

  private static final int INVALID_ARGUMENT = 3;
  private static final int RESOURCE_EXHAUSTED = 8;
  private static final int INTERNAL = 13;
  private static final int UNAVAILABLE = 14;
  private static final int UNIMPLEMENTED = 12;

  private XaiReply() {}

  /**
   * Reads a request; the body is a gRPC message with its length before it.
   *
   * @throws BadRequestException if it is not one
   */
  public static Asked read(Bytes body) {
    if (body.length() < PREFIX_BYTES || body.array()[body.from()] != 0) {
      throw new BadRequestException("", "expected one gRPC message without compression");
    }
    byte[] message = Bytes.of(body.array(), body.from() + PREFIX_BYTES, body.to()).toSlice();
    return Asked.of(XaiRequestReader.read(message), message);
  }

  /** The chunks of an answer. */
  public static Reply of(Script script, ScriptedAnswer answer, Asked asked) {
    String model = Objects.requireNonNullElse(script.model(), asked.model());
    List<TimedEvent> events =
        ScriptPlayer.play(answer, asked, asked.key(), model, ReasoningCarrier.ENCRYPTED);
    var encoder = new XaiEncoder();
    List<Slice> slices = new ArrayList<>();
    long[] pause = {0};
    for (TimedEvent event : events) {
      pause[0] += event.afterMicros();
      if (event.event() instanceof StreamEvent.Fault fault) {
        return ok(slices)
            .withHeader("grpc-status", String.valueOf(INTERNAL))
            .withHeader("grpc-message", asciiOf(fault.fault().message()));
      }
      encoder.accept(
          event.event(),
          chunk -> {
            slices.add(Slice.of(pause[0], message(chunk)));
            pause[0] = 0;
          });
    }
    return ok(slices);
  }

  /** Recorded messages again, however they were cut; trailers of the recording become trailers. */
  public static Reply of(List<Slice> recorded) {
    var bytes = new ByteArrayOutputStream();
    List<Slice> messages = new ArrayList<>();
    Reply reply = ok(messages);
    long pause = 0;
    for (Slice slice : recorded) {
      pause += slice.afterMicros();
      bytes.writeBytes(slice.bytes().toSlice());
      ByteBuffer left = ByteBuffer.wrap(bytes.toByteArray());
      while (frameBytes(left) <= left.remaining()) {
        byte[] message = new byte[(int) frameBytes(left)];
        left.get(message);
        if ((message[0] & TRAILERS) == 0) {
          messages.add(Slice.of(pause, message));
          pause = 0;
        } else {
          reply = withTrailers(reply, message);
        }
      }
      bytes.reset();
      bytes.write(left.array(), left.position(), left.remaining());
    }
    return reply.withSlices(messages);
  }

  /** How long the next frame is; longer than anything while its length is not there. */
  private static long frameBytes(ByteBuffer left) {
    return left.remaining() < PREFIX_BYTES
        ? Long.MAX_VALUE
        : PREFIX_BYTES + Integer.toUnsignedLong(left.getInt(left.position() + 1));
  }

  private static Reply withTrailers(Reply reply, byte[] frame) {
    Reply told = reply;
    String text = new String(frame, PREFIX_BYTES, frame.length - PREFIX_BYTES, US_ASCII);
    for (String line : text.split("\r\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        told = told.withHeader(line.substring(0, colon), line.substring(colon + 1).strip());
      }
    }
    return told;
  }

  private static Reply ok(List<Slice> slices) {
    return Reply.stream("application/grpc", slices).withHeader("grpc-status", "0");
  }

  /** A call that fails at once. */
  public static Reply failed(int grpcStatus, String message) {
    return Reply.stream("application/grpc", List.of())
        .withHeader("grpc-status", String.valueOf(grpcStatus))
        .withHeader("grpc-message", asciiOf(message));
  }

  /** Says that a request cannot be read. */
  public static Reply invalid(String message) {
    return failed(INVALID_ARGUMENT, message);
  }

  /** Says that the service has no such method. */
  public static Reply unknownMethod(String path) {
    return failed(UNIMPLEMENTED, "Only " + METHOD + " is simulated, not " + path);
  }

  /** The faults that a gRPC stream can have; those of HTTP/1.1 alone become a reset. */
  public static Reply faulty(Reply good, Fault fault) {
    int middle = good.slices().size() / 2;
    int frame =
        Math.clamp(Objects.requireNonNullElse(fault.number(), middle), 0, good.slices().size());
    Reply head = good.withSlices(good.slices().subList(0, frame));
    @Nullable Integer status = status(fault);
    if (status != null) {
      return failed(status, "Failed as asked (simulated)");
    }
    return switch (fault.kind()) {
      case STALL -> head.withEnding(Ending.SILENCE);
      case ERROR ->
          head.withHeader("grpc-status", String.valueOf(UNAVAILABLE))
              .withHeader("grpc-message", "Overloaded (simulated)");
      case NO_TERMINAL -> head;
      case DOWN, FLAP -> failed(UNAVAILABLE, "Down for a while (simulated)");
      case CONTEXT, FILTER -> failed(INVALID_ARGUMENT, "Refused as asked (simulated)");
      case CUT ->
          (fault.number() == null ? head : good.withSlices(good.head(fault.number())))
              .withEnding(Ending.CLOSE);
      case CLOSE_EARLY, HANG_UP -> head.withEnding(Ending.CLOSE);
      case SILENT, NO_BODY -> good.withSlices(List.of()).withEnding(Ending.SILENCE);
      case EMPTY -> good.withSlices(List.of());
      case GAP,
          DUPLICATE,
          REORDER,
          UNKNOWN,
          GARBAGE,
          SLOW,
          LATE,
          DRIP,
          MANGLE,
          NO_DONE,
          RATE_LIMIT,
          STATUS,
          HTML,
          MIME,
          GZIP,
          REDIRECT,
          BAD_CHUNK,
          RESET,
          RESET_UTF8,
          RESET_EARLY ->
          head.withEnding(Ending.RESET);
    };
  }

  private static @Nullable Integer status(Fault fault) {
    if (fault.kind() != FaultKind.STATUS) {
      return null;
    }
    return switch (fault.status()) {
      case 429 -> RESOURCE_EXHAUSTED;
      case 500 -> INTERNAL;
      default -> fault.status() < 500 ? INVALID_ARGUMENT : UNAVAILABLE;
    };
  }

  private static byte[] message(GetChatCompletionChunk chunk) {
    byte[] bytes = chunk.toByteArray();
    return ByteBuffer.allocate(PREFIX_BYTES + bytes.length)
        .put((byte) 0)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  /** Trailers are ASCII. */
  private static String asciiOf(String text) {
    return text.replaceAll("[^ -~]", "?").replace("%", "%25");
  }
}
