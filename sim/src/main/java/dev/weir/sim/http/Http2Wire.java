package dev.weir.sim.http;

import dev.weir.codec.Bytes;
import dev.weir.sim.reply.Ending;
import dev.weir.sim.reply.Reply;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.concurrent.EventExecutor;

/** A reply's place on an HTTP/2 connection: one of its streams. */
final class Http2Wire implements Wire {
  private final ChannelHandlerContext stream;
  private final Http2Headers trailers = new DefaultHttp2Headers();

  Http2Wire(ChannelHandlerContext stream) {
    this.stream = stream;
  }

  @Override
  public EventExecutor loop() {
    return stream.executor();
  }

  @Override
  public boolean isWritable() {
    return stream.channel().isWritable();
  }

  @Override
  public void head(Reply reply) {
    Http2Headers headers = new DefaultHttp2Headers().status(String.valueOf(reply.status()));
    reply
        .headers()
        .forEach((name, value) -> {
          boolean isTrailer = name.startsWith("grpc-");
          (isTrailer ? trailers : headers).set(name, value);
        });
    send(new DefaultHttp2HeadersFrame(headers));
  }

  @Override
  public void slice(Bytes bytes, boolean isBare) {
    send(
        new DefaultHttp2DataFrame(
            Unpooled.wrappedBuffer(bytes.array(), bytes.from(), bytes.length())));
  }

  @Override
  public boolean end(Ending ending) {
    switch (ending) {
      case WHOLE ->
          send(
              trailers.isEmpty()
                  ? new DefaultHttp2DataFrame(/* endStream= */ true)
                  : new DefaultHttp2HeadersFrame(trailers, /* endStream= */ true));
      case RESET -> send(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR));
      case CLOSE -> {
        var unused = stream.channel().parent().close();
      }
      case SILENCE -> {
        // The client has to find out for itself.
      }
    }
    return false;
  }

  private void send(Object frame) {
    ChannelFuture sent = stream.writeAndFlush(frame);
    sent.addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
