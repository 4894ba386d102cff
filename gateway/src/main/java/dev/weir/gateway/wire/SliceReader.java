package dev.weir.gateway.wire;

import dev.weir.codec.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.FastThreadLocal;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.internal.ContextInternal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of one http response over HTTP/1.1. What one read of the socket brings is one
 * slice, in however many chunks the provider sent it. Belongs to the event loop of its connection.
 */
public final class SliceReader extends ChannelInboundHandlerAdapter {
  /** More than that is handed on although there is more to read. */
  private static final int MOST_BYTES = 256 << 10;

  /** What most reads bring fits in. */
  private static final int SOME_BYTES = 16 << 10;

  /**
   * Where what was read lies until it is handed on. A loop reads one connection after the other, so
   * that one array serves them all, and is in the processor's cache.
   */
  private static final FastThreadLocal<byte[]> OF_LOOP =
      new FastThreadLocal<>() {
        @Override
        protected byte[] initialValue() {
          return new byte[SOME_BYTES];
        }
      };

  private static final byte[] NONE = {};

  private final Channel channel;
  private final ContextInternal context;
  private final Handler<Bytes> slices;
  private byte[] gathered = NONE;
  private int length;
  private boolean isOver;

  private SliceReader(Channel channel, ContextInternal context, Handler<Bytes> slices) {
    this.channel = channel;
    this.context = context;
    this.slices = slices;
  }

  /**
   * Begins to read after the head has come, until the body ends, before Vert.x sees any of it; the
   * end itself is told by Vert.x. Absent if the body cannot be read that way.
   *
   * @param slices get each slice, which is lent until they return
   */
  public static @Nullable SliceReader begin(
      HttpConnection connection, Context context, Handler<Bytes> slices) {
    Channel channel = Wire.of(connection);
    if (channel == null) {
      return null;
    }
    ChannelPipeline pipeline = channel.pipeline();
    ChannelHandlerContext last = pipeline.lastContext();
    if (last == null
        || pipeline.get(HttpClientCodec.class) == null
        || pipeline.get(SliceReader.class) != null) {
      return null;
    }
    var reader = new SliceReader(channel, (ContextInternal) context, slices);
    pipeline.addBefore(last.name(), "body", reader);
    return reader;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof HttpContent content)) {
      ctx.fireChannelRead(message);
      return;
    }
    if (content.decoderResult().isFailure()) {
      // The connection is of no more use, and Vert.x must know: it would ask somebody's next
      // question there.
      handOn();
      ctx.fireChannelRead(message);
      return;
    }
    gather(content.content());
    if (content instanceof LastHttpContent) {
      handOn();
      ctx.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
      ctx.pipeline().remove(this);
    } else if (length >= MOST_BYTES) {
      handOn();
    }
    content.release();
  }

  private void gather(ByteBuf bytes) {
    int more = bytes.readableBytes();
    if (length == 0) {
      gathered = OF_LOOP.get();
    }
    if (length + more > gathered.length) {
      gathered = Arrays.copyOf(gathered, Math.max(length + more, 2 * length));
    }
    bytes.getBytes(bytes.readerIndex(), gathered, length, more);
    length += more;
  }

  private void handOn() {
    if (length == 0) {
      return;
    }
    Bytes slice = Bytes.of(gathered, 0, length);
    gathered = NONE;
    length = 0;
    context.dispatch(slice, slices);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    handOn();
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    handOn();
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    resume();
    isOver = true;
  }

  /**
   * Reads no more from the socket for now; what was read may still come. Does nothing once the body
   * has ended, since the connection serves others then.
   */
  public void pause() {
    read(/* more= */ false);
  }

  /** Reads on. Does nothing once the body has ended. */
  public void resume() {
    read(/* more= */ true);
  }

  private void read(boolean more) {
    if (!isOver) {
      channel.config().setAutoRead(more);
    }
  }
}
