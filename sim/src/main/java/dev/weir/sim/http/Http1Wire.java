package dev.weir.sim.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.codec.Bytes;
import dev.weir.sim.reply.Ending;
import dev.weir.sim.reply.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A reply's place on an HTTP/1.1 connection. Head and chunks are written here byte by byte, beneath
 * Netty's encoder, because faults have to write what no encoder would.
 */
final class Http1Wire implements Wire {
  /** Lets a client read what was sent before a reset makes its system discard it. */
  private static final long RESET_AFTER_MILLIS = 50;

  private final ChannelHandlerContext beneath;
  private final boolean keepsAlive;
  private final boolean knowsChunks;
  private boolean inChunks;

  /**
   * A place for one reply.
   *
   * @param beneath the context of the encoder: what is written from there bypasses it
   */
  Http1Wire(ChannelHandlerContext beneath, boolean keepsAlive, boolean knowsChunks) {
    this.beneath = beneath;
    this.keepsAlive = keepsAlive;
    this.knowsChunks = knowsChunks;
  }

  @Override
  public EventExecutor loop() {
    return beneath.executor();
  }

  @Override
  public boolean isWritable() {
    return beneath.channel().isWritable();
  }

  @Override
  public void head(Reply reply) {
    inChunks = knowsChunks && !reply.headers().containsKey("content-length");
    StringBuilder head = new StringBuilder("HTTP/1.1 ");
    head.append(HttpResponseStatus.valueOf(reply.status())).append("\r\n");
    reply.headers().forEach((name, value) -> field(head, name, value));
    if (inChunks) {
      field(head, "transfer-encoding", "chunked");
    }
    if (!goesOn(reply)) {
      field(head, "connection", "close");
    }
    send(ascii(head.append("\r\n").toString()));
  }

  private boolean goesOn(Reply reply) {
    return keepsAlive && (inChunks || reply.headers().containsKey("content-length"));
  }

  private static void field(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }

  @Override
  public void slice(Bytes bytes, boolean isBare) {
    ByteBuf data = Unpooled.wrappedBuffer(bytes.array(), bytes.from(), bytes.length());
    if (bytes.length() > 0 && inChunks && !isBare) {
      ByteBuf size = ascii(Integer.toHexString(bytes.length()) + "\r\n");
      send(Unpooled.wrappedBuffer(size, data, ascii("\r\n")));
    } else {
      send(data);
    }
  }

  @Override
  public boolean end(Ending ending) {
    switch (ending) {
      case WHOLE -> {
        ByteBuf last = inChunks ? ascii("0\r\n\r\n") : Unpooled.EMPTY_BUFFER;
        var sent = beneath.writeAndFlush(last);
        if (!keepsAlive || !knowsChunks) {
          sent.addListener(ChannelFutureListener.CLOSE);
          return false;
        }
        return true;
      }
      case CLOSE ->
          beneath.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      case RESET -> {
        var unused = loop().schedule(this::reset, RESET_AFTER_MILLIS, TimeUnit.MILLISECONDS);
      }
      case SILENCE -> {
        // The client has to find out for itself.
      }
    }
    return false;
  }

  private void reset() {
    beneath.channel().config().setOption(ChannelOption.SO_LINGER, 0);
    var unused = beneath.close();
  }

  private void send(ByteBuf bytes) {
    beneath.writeAndFlush(bytes).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  private static ByteBuf ascii(String text) {
    return Unpooled.wrappedBuffer(text.getBytes(US_ASCII));
  }
}
