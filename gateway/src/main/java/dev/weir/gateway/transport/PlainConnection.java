package dev.weir.gateway.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.transport.HttpCall;
import dev.weir.codec.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A connection over HTTP/1.1 without TLS, which serves one exchange after the other. Belongs to its
 * event loop.
 *
 * <p>What one read of the socket brings is one slice, in however many chunks it was sent. It serves
 * the next exchange only if the one before left nothing behind: its request was sent and its answer
 * read whole, nothing came after that, and neither side wants to close.
 */
final class PlainConnection extends ChannelInboundHandlerAdapter {
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

  private final PlainConnections home;
  private final String authority;
  private final Channel channel;
  private @Nullable PlainExchange exchange;
  private boolean asksForHead;
  private boolean isSent;
  private boolean isKept;

  /** What comes is a remark before the answer, such as that it may go on. */
  private boolean isRemark;

  /** The answer was read whole; what its last read brought may not be. */
  private boolean isAnswered;

  private long idleSince;
  private byte[] gathered = NONE;
  private int length;

  PlainConnection(PlainConnections home, String authority, Channel channel) {
    this.home = home;
    this.authority = authority;
    this.channel = channel;
  }

  /** Whom it reaches, by host and port. */
  String authority() {
    return authority;
  }

  @Nullable InetAddress remoteAddress() {
    return channel.remoteAddress() instanceof InetSocketAddress address
        ? address.getAddress()
        : null;
  }

  boolean isOpen() {
    return channel.isActive();
  }

  /** Whether only the head of what is asked for comes. */
  boolean asksForHead() {
    return asksForHead;
  }

  /** Since when it serves nobody, by {@link System#nanoTime}. */
  long idleSince() {
    return idleSince;
  }

  /** Sends a request, whose answer is told to the exchange. */
  void ask(HttpCall call, PlainExchange asking) {
    exchange = asking;
    asksForHead = call.method().equals(HttpMethod.HEAD.name());
    isSent = false;
    isKept = false;
    DefaultFullHttpRequest request;
    try {
      request = request(call);
    } catch (IllegalArgumentException wrong) {
      // A header that nobody could send, for one.
      broke(wrong);
      return;
    }
    // Nothing else is ever sent on it, so that what encodes requests need not stay.
    var encoder = new HttpRequestEncoder();
    channel.pipeline().addFirst(encoder);
    var unused = channel.writeAndFlush(request).addListener(this::sent);
    channel.pipeline().remove(encoder);
  }

  private void sent(Future<?> sent) {
    isSent = sent.isSuccess();
    if (!isSent) {
      broke(sent.cause());
    }
  }

  private DefaultFullHttpRequest request(HttpCall call) {
    ByteBuf body = Unpooled.wrappedBuffer(call.body().getBytes(UTF_8));
    var request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1, HttpMethod.valueOf(call.method()), target(call.url()), body);
    HttpHeaders headers = request.headers();
    headers.set(HttpHeaderNames.HOST, authority);
    call.headers().forEach(headers::set);
    headers.set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    return request;
  }

  private static String target(URI url) {
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  /** Whether to read from the socket; what was read may still come. */
  void read(boolean more) {
    channel.config().setAutoRead(more);
  }

  /** Closes it under an exchange, which is told so. */
  void abort() {
    var unused = channel.close();
  }

  /** Closes it; an exchange hears no more. */
  void close() {
    exchange = null;
    var unused = channel.close();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      PlainExchange asking = exchange;
      if (asking == null || !(message instanceof HttpObject told)) {
        // Nobody asked for it, and it must not be the answer to who asks next.
        close();
      } else if (told.decoderResult().isFailure()) {
        handOn();
        broke(told.decoderResult().cause());
      } else {
        told(asking, told);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void told(PlainExchange asking, HttpObject told) {
    if (told instanceof HttpResponse head) {
      head(asking, head);
    }
    if (told instanceof HttpContent content && exchange != null) {
      body(asking, content);
    }
  }

  private void head(PlainExchange asking, HttpResponse head) {
    HttpResponseStatus status = head.status();
    if (asking.hasSwitched(status.code())) {
      close();
      return;
    }
    isRemark = status.codeClass() == HttpStatusClass.INFORMATIONAL;
    if (!isRemark) {
      isKept = HttpUtil.isKeepAlive(head);
      asking.context.dispatch(v -> asking.begun(status.code(), head.headers()));
    }
  }

  private void body(PlainExchange asking, HttpContent content) {
    gather(content.content());
    if (content instanceof LastHttpContent) {
      if (isRemark) {
        isRemark = false;
        return;
      }
      handOn();
      isAnswered = exchange != null;
      exchange = null;
      asking.context.dispatch(v -> asking.end());
    } else if (length >= MOST_BYTES) {
      handOn();
    }
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
    PlainExchange asking = exchange;
    if (length == 0) {
      return;
    }
    Bytes slice = Bytes.of(gathered, 0, length);
    gathered = NONE;
    length = 0;
    if (asking != null) {
      asking.slice(slice);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    handOn();
    if (isAnswered) {
      isAnswered = false;
      if (isKept && isSent && channel.isActive()) {
        // Whoever paused it did so for an answer that is over.
        read(/* more= */ true);
        idleSince = System.nanoTime();
        home.keep(this);
      } else {
        close();
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    handOn();
    broke(new ClosedChannelException());
    home.closed(this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    broke(cause);
  }

  private void broke(Throwable why) {
    PlainExchange asking = exchange;
    close();
    if (asking != null) {
      asking.context.dispatch(v -> asking.failed(why));
    }
  }
}
