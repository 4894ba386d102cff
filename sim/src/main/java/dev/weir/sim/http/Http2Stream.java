package dev.weir.sim.http;

import dev.weir.codec.Bytes;
import dev.weir.sim.reply.Reply;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request on an HTTP/2 connection, and its reply. */
final class Http2Stream extends SimpleChannelInboundHandler<Http2StreamFrame> {
  private final Responder responder;
  private final Play.Settings settings;
  private final int maxBodyBytes;
  private final Map<String, String> headers = new HashMap<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private @Nullable Play play;

  Http2Stream(Responder responder, Play.Settings settings, int maxBodyBytes) {
    this.responder = responder;
    this.settings = settings;
    this.maxBodyBytes = maxBodyBytes;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, Http2StreamFrame frame) {
    if (frame instanceof Http2HeadersFrame head) {
      head.headers().forEach(h -> headers.put(h.getKey().toString(), h.getValue().toString()));
      endIf(ctx, head.isEndStream());
    } else if (frame instanceof Http2DataFrame data) {
      if (body.size() + data.content().readableBytes() > maxBodyBytes) {
        var unused = ctx.close();
        return;
      }
      body.writeBytes(ByteBufUtil.getBytes(data.content()));
      endIf(ctx, data.isEndStream());
    }
  }

  private void endIf(ChannelHandlerContext ctx, boolean isEnd) {
    if (isEnd && play == null) {
      String target = headers.getOrDefault(":path", "/");
      HttpAsk ask =
          HttpAsk.of(
              headers.getOrDefault(":method", ""), target, headers, Bytes.of(body.toByteArray()));
      Reply reply = responder.reply(ask);
      play = new Play(reply, new Http2Wire(ctx), settings, () -> {});
      play.start();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    Play open = play;
    if (open != null && ctx.channel().isWritable()) {
      open.goOn();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    Play open = play;
    if (open != null) {
      open.stop();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    var unused = ctx.close();
  }
}
