package dev.weir.client;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.Rests;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteUpstream;
import dev.weir.client.transport.JdkTransport;
import dev.weir.client.transport.Transport;
import dev.weir.client.transport.TransportOptions;
import dev.weir.codec.request.Request;
import dev.weir.event.CompletionPolicy;
import dev.weir.event.PhaseSink;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Asks a provider, and gives its response as it comes: to a loop that blocks, to a subscriber, to
 * callbacks, or assembled.
 *
 * <p>Nothing that a provider or the network does throws: it comes as events, and the last one says
 * how the response ended. Any thread may ask; asks at the same time do not wait for each other.
 */
public final class Weir implements AutoCloseable {
  private final Upstream upstream;
  private final @Nullable Transport owned;

  private Weir(Upstream upstream, @Nullable Transport owned) {
    this.upstream = upstream;
    this.owned = owned;
  }

  /** Asks over the JDK's HTTP client, as patiently as is usual. */
  public static Weir of(Provider provider) {
    return of(provider, CallOptions.DEFAULT);
  }

  public static Weir of(Provider provider, CallOptions options) {
    return of(provider, options, TransportOptions.DEFAULT);
  }

  /** Connects as asked for: with other certificates, through a proxy, over HTTP/1.1. */
  public static Weir of(Provider provider, CallOptions options, TransportOptions connecting) {
    var transport = new JdkTransport(connecting);
    return new Weir(new HttpUpstream(provider, transport, options), transport);
  }

  /** Asks the steps of a route, as patiently as it says. */
  public static Weir of(Route route) {
    return of(route, CallOptions.DEFAULT, TransportOptions.DEFAULT);
  }

  /**
   * As {@link #of(Route)}.
   *
   * @param options how calls are made, but for what the route says: tries and clocks are its own
   */
  public static Weir of(Route route, CallOptions options, TransportOptions connecting) {
    var transport = new JdkTransport(connecting);
    return new Weir(
        RouteUpstream.of(
            route,
            options,
            new Rests(),
            (provider, calls) -> new HttpUpstream(provider, transport, calls)),
        transport);
  }

  /** Asks whatever can be asked; closing it is left to the caller. */
  public static Weir of(Upstream upstream) {
    return new Weir(upstream, null);
  }

  public Upstream upstream() {
    return upstream;
  }

  /**
   * The events for a loop, on a thread that may block, such as a virtual one. Close it if the loop
   * may leave before the end: that cancels the request.
   */
  public EventStream stream(Request request) {
    return EventStream.open(upstream, request);
  }

  /**
   * The events for a subscriber. Every subscription is a request of its own. A subscriber that
   * throws has its request cancelled, and gets what it threw as its error.
   */
  public Flow.Publisher<StreamEvent> publish(Request request) {
    return new EventPublisher(upstream, request);
  }

  /**
   * The phases for callbacks, which may block and so slow the provider down. Returns at once.
   *
   * <p>A callback that throws, whatever it throws, has the request cancelled; then only the end is
   * told, with the verdict CANCELLED and the word {@code consumer_failed}.
   */
  public StreamCall phases(Request request, PhaseSink callbacks) {
    return phases(request, callbacks, CompletionPolicy.ON_TRANSITION);
  }

  /**
   * As {@link #phases(Request, PhaseSink)}, with a choice of when a phase is said to be complete.
   */
  public StreamCall phases(Request request, PhaseSink callbacks, CompletionPolicy policy) {
    return PhaseCall.open(upstream, request, callbacks, policy);
  }

  /**
   * The events with all that happens on the way, for those who record and measure. A sink that
   * throws has its request cancelled, and is told the end: see {@link CallSink}.
   */
  public StreamCall call(Request request, CallSink sink) {
    return upstream.open(request, sink);
  }

  /**
   * The whole response. One that failed is returned too: {@link Response#verdict} tells, and what
   * came is in it.
   */
  public Response response(Request request) {
    var assembler = new ResponseAssembler();
    try (EventStream events = stream(request)) {
      events.forEach(assembler::accept);
    }
    return assembler.response();
  }

  @Override
  public void close() {
    if (owned != null) {
      owned.close();
    }
  }
}
