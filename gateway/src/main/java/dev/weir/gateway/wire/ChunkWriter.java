package dev.weir.gateway.wire;

import dev.weir.codec.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * Writes chunks of the body of one http response over HTTP/1.1, each with its frame in one buffer.
 * Its head must have been written, and everything that Vert.x wrote before; its end is for Vert.x
 * too. Belongs to the event loop of its connection.
 */
public final class ChunkWriter {
  /** The length in hexadecimal digits, and two line ends. */
  private static final int MOST_FRAME_BYTES = 12;

  private final Channel channel;
  private final ChannelHandlerContext past;

  private ChunkWriter(Channel channel, ChannelHandlerContext past) {
    this.channel = channel;
    this.past = past;
  }

  /** Absent if the body cannot be written that way. */
  public static @Nullable ChunkWriter of(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_1_1) {
      return null;
    }
    Channel channel = Wire.of(request.connection());
    ChannelHandlerContext encoder =
        channel == null ? null : channel.pipeline().context(HttpResponseEncoder.class);
    return channel == null || encoder == null ? null : new ChunkWriter(channel, encoder);
  }

  /** Whether more is waiting than a connection may hold. */
  public boolean isFull() {
    return !channel.isWritable();
  }

  public void write(Bytes bytes) {
    int length = bytes.length();
    if (length == 0) {
      // A chunk without bytes would end the body.
      return;
    }
    ByteBuf chunk = channel.alloc().directBuffer(length + MOST_FRAME_BYTES);
    hexadecimal(length, chunk);
    lineEnd(chunk);
    chunk.writeBytes(bytes.array(), bytes.from(), length);
    lineEnd(chunk);
    var unused = past.writeAndFlush(chunk, past.voidPromise());
  }

  /** Runs once when all that was written so far has left, or never will. */
  public void onDrained(Runnable action) {
    var unused =
        past.writeAndFlush(
            channel.alloc().buffer(0), channel.newPromise().addListener(done -> action.run()));
  }

  private static void hexadecimal(int value, ByteBuf out) {
    int digits = Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(value) + 3) / 4);
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      out.writeByte(Character.forDigit(value >>> shift & 0xf, 16));
    }
  }

  private static void lineEnd(ByteBuf out) {
    out.writeByte('\r').writeByte('\n');
  }
}
