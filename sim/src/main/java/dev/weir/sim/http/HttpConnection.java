package dev.weir.sim.http;

import dev.weir.codec.Bytes;
import dev.weir.sim.reply.Reply;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** One HTTP/1.1 connection: its requests are answered one after the other. */
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final int MAX_WAITING = 16;

  private final Responder responder;
  private final Play.Settings settings;
  private final Queue<Asking> waiting = new ArrayDeque<>();
  private @Nullable Play current;

  private record Asking(HttpAsk ask, Http1Wire wire) {}

  HttpConnection(Responder responder, Play.Settings settings) {
    this.responder = responder;
    this.settings = settings;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    if (!request.decoderResult().isSuccess() || waiting.size() >= MAX_WAITING) {
      var unused = ctx.close();
      return;
    }
    boolean knowsChunks = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0;
    ChannelHandlerContext beneath = ctx.pipeline().context(HttpResponseEncoder.class);
    var wire = new Http1Wire(beneath, HttpUtil.isKeepAlive(request), knowsChunks);
    waiting.add(new Asking(ask(request), wire));
    next();
  }

  private static HttpAsk ask(FullHttpRequest request) {
    Map<String, String> headers = new HashMap<>();
    request.headers().forEach(h -> headers.put(h.getKey().toLowerCase(Locale.ROOT), h.getValue()));
    return HttpAsk.of(
        request.method().name(),
        request.uri(),
        headers,
        Bytes.of(ByteBufUtil.getBytes(request.content())));
  }

  private void next() {
    if (current != null) {
      return;
    }
    Asking asking = waiting.poll();
    if (asking != null) {
      Reply reply = responder.reply(asking.ask());
      current = new Play(reply, asking.wire(), settings, this::played);
      current.start();
    }
  }

  private void played() {
    current = null;
    next();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    Play play = current;
    if (play != null && ctx.channel().isWritable()) {
      play.goOn();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    Play play = current;
    if (play != null) {
      play.stop();
      current = null;
    }
    waiting.clear();
  }

  /** A client may leave at any time, and there is nobody to tell. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    var unused = ctx.close();
  }
}
