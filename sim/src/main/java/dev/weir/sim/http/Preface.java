package dev.weir.sim.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import java.util.List;

/**
 * Tells HTTP/2, which gRPC needs and which begins with {@code PRI}, from HTTP/1.1 by the first two
 * bytes, and makes the connection one or the other. So both share a port.
 */
final class Preface extends ByteToMessageDecoder {
  private final Responder responder;
  private final Play.Settings settings;
  private final int maxBodyBytes;

  Preface(Responder responder, Play.Settings settings, int maxBodyBytes) {
    this.responder = responder;
    this.settings = settings;
    this.maxBodyBytes = maxBodyBytes;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (in.readableBytes() < 2) {
      return;
    }
    ChannelPipeline pipeline = ctx.pipeline();
    if (in.getByte(in.readerIndex()) == 'P' && in.getByte(in.readerIndex() + 1) == 'R') {
      pipeline.addLast(
          Http2FrameCodecBuilder.forServer().build(),
          new Http2MultiplexHandler(
              new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel stream) {
                  stream.pipeline().addLast(new Http2Stream(responder, settings, maxBodyBytes));
                }
              }));
    } else {
      pipeline.addLast(
          new HttpRequestDecoder(),
          new HttpResponseEncoder(),
          new HttpObjectAggregator(maxBodyBytes),
          new HttpConnection(responder, settings));
    }
    pipeline.remove(this);
  }
}
