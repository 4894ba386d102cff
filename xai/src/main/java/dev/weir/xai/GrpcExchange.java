package dev.weir.xai;

import dev.weir.client.transport.ConnectionException;
import dev.weir.client.transport.Demand;
import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.codec.Bytes;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One call: gRPC's listener on one side, our sink on the other.
 *
 * <p>A server may send headers before it knows that it will refuse. So the http response begins
 * with the first message, or with the status if there is none.
 */
final class GrpcExchange extends ClientCall.Listener<byte[]> implements Transport.Exchange {
  /**
   * How grpc-java's messages begin when the connection was lost, under codes that servers use as
   * well.
   */
  private static final List<String> BROKEN =
      List.of(
          "Network closed", "Connection closed", "RST_STREAM", "Channel shutdown", "Stream closed");

  /** How its message begins when a host cannot be found. */
  private static final String NOT_FOUND = "Unable to resolve host";

  private final HttpCall call;
  private final ClientCall<byte[], byte[]> rpc;
  private final Transport.Sink sink;
  private final Demand demand;
  private final AtomicBoolean over = new AtomicBoolean();
  private final Map<String, String> headers = new TreeMap<>();
  private boolean begun;

  GrpcExchange(HttpCall call, ClientCall<byte[], byte[]> rpc, Transport.Sink sink) {
    this.call = call;
    this.rpc = rpc;
    this.sink = sink;
    this.demand = new Demand(() -> rpc.request(1));
  }

  void start(Metadata metadata, byte[] message) {
    rpc.start(this, metadata);
    demand.next();
    rpc.sendMessage(message);
    rpc.halfClose();
  }

  @Override
  public void onHeaders(Metadata received) {
    add(received);
  }

  private void add(Metadata received) {
    for (String name : received.keys()) {
      if (!name.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
        String value = received.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
        if (value != null) {
          headers.put(name, value);
        }
      }
    }
  }

  @Override
  public void onMessage(byte[] message) {
    if (over.get()) {
      return;
    }
    begin();
    sink.slice(Bytes.of(GrpcMessageDecoder.message(message)));
    demand.next();
  }

  private void begin() {
    if (!begun) {
      begun = true;
      sink.headers(/* status= */ 200, Map.copyOf(headers));
    }
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    if (!over.compareAndSet(false, true)) {
      return;
    }
    add(trailers);
    Throwable problem = broken(status);
    if (problem != null) {
      sink.failed(ConnectionException.of(call, problem));
      return;
    }
    String said = status.getDescription() == null ? "" : status.getDescription();
    if (status.isOk() || begun) {
      begin();
      sink.slice(
          Bytes.of(
              GrpcMessageDecoder.trailers(GrpcTrailers.write(status.getCode().value(), said))));
    } else {
      Status.Code code = status.getCode();
      sink.headers(GrpcRefusal.httpStatus(code), Map.copyOf(headers));
      sink.slice(Bytes.of(GrpcRefusal.body(code, said.isEmpty() ? "The call was refused" : said)));
    }
    sink.end();
  }

  /** Why the way to the server failed; absent if the server itself spoke. */
  private static @Nullable Throwable broken(Status status) {
    Throwable cause = status.getCause();
    String said = status.getDescription();
    if (said != null && said.startsWith(NOT_FOUND)) {
      // On a second try grpc-java repeats the message without its cause.
      return new UnknownHostException(said);
    }
    if (cause != null) {
      return cause;
    }
    return said != null && BROKEN.stream().anyMatch(said::startsWith)
        ? new IOException(said)
        : null;
  }

  @Override
  public void cancel() {
    if (over.compareAndSet(false, true)) {
      rpc.cancel("cancelled by the caller", null);
    }
  }

  @Override
  public void pause() {
    demand.pause();
  }

  @Override
  public void resume() {
    demand.resume();
  }
}
