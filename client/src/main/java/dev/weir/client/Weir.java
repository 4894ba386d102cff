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
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.java.JavaTools;
import dev.weir.client.tool.java.ToolMethod;
import dev.weir.client.transport.JdkTransport;
import dev.weir.client.transport.Transport;
import dev.weir.client.transport.TransportOptions;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Request;
import dev.weir.event.CompletionPolicy;
import dev.weir.event.PhaseSink;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks a provider, and gives its response as it comes to a loop that blocks, a subscriber or
 * callbacks, or assembled.
 *
 * <p>Nothing that a provider or the network does throws: it comes as events, and the last one says
 * how the response ended. Any thread may ask; concurrent calls do not wait for each other.
 */
public final class Weir implements AutoCloseable {
  private final Asker asker;
  private final @Nullable Transport owned;

  private Weir(Upstream upstream, @Nullable Transport owned) {
    this(new Asker(upstream, List.of(), TurnOptions.DEFAULT, ContextCapture.NONE), owned);
  }

  private Weir(Asker asker, @Nullable Transport owned) {
    this.asker = asker;
    this.owned = owned;
  }

  /** Asks over the JDK's HTTP client, with the default patience. */
  public static Weir of(Provider provider) {
    return of(provider, CallOptions.DEFAULT);
  }

  /** As {@link #of(Provider)}, as patiently as these options say. */
  public static Weir of(Provider provider, CallOptions options) {
    return of(provider, options, TransportOptions.DEFAULT);
  }

  /** Connects as these options say: with other certificates, through a proxy, over HTTP/1.1. */
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
   * @param options how calls are made, except for what the route decides: tries and clocks are its
   *     own
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

  /** Asks any upstream; closing it is left to the caller. */
  public static Weir of(Upstream upstream) {
    return new Weir(upstream, null);
  }

  /** Who is asked for each response, without the tools. */
  public Upstream upstream() {
    return asker.upstream();
  }

  /**
   * The same, with tools: each question is a turn, in which the model calls the tools, is asked
   * again with what they returned, and so on until it calls none. A turn is one stream. Closing
   * either closes both.
   */
  public Weir withTools(List<? extends Tool> tools, TurnOptions options) {
    List<Tool> all = List.copyOf(tools);
    return new Weir(new Asker(asker.upstream(), all, options, asker.context()), owned);
  }

  /** As {@link #withTools(List, TurnOptions)}, within the default limits. */
  public Weir withTools(List<? extends Tool> tools) {
    return withTools(tools, TurnOptions.DEFAULT);
  }

  /** As {@link #withTools(List)}, with tools, or objects whose methods {@link ToolMethod} marks. */
  public Weir withTools(Object... objects) {
    return withTools(
        Arrays.stream(objects)
            .flatMap(object ->
                object instanceof Tool tool ? Stream.of(tool) : JavaTools.of(object).stream())
            .toList());
  }

  /** The same, whose sinks, callbacks and tools have the context of whoever asks. */
  public Weir withContext(ContextCapture capture) {
    return new Weir(new Asker(asker.upstream(), asker.tools(), asker.turns(), capture), owned);
  }

  /**
   * The same with another upstream in place of its own, such as one that {@link Upstream#withSink}
   * makes of it. In a turn it is asked for each pass.
   */
  public Weir with(UnaryOperator<Upstream> decorator) {
    Upstream decorated = decorator.apply(asker.upstream());
    return new Weir(new Asker(decorated, asker.tools(), asker.turns(), asker.context()), owned);
  }

  /**
   * The events for a loop, on a thread that may block, such as a virtual one. Close it if the loop
   * may leave before the end: that cancels the request.
   */
  public EventStream stream(Request request) {
    return EventStream.open(asker, request);
  }

  /**
   * The events for a subscriber. Every subscription is a request of its own. A subscriber that
   * throws has its request cancelled, and gets what it threw as its error.
   */
  public Flow.Publisher<StreamEvent> publish(Request request) {
    return new EventPublisher(asker, request, /* failing= */ false);
  }

  /**
   * As {@link #publish}, with failures as errors: a response that failed, was cut, stalled or was
   * cancelled ends with {@code onError}, after its events, with a {@link ResponseException}.
   */
  public Flow.Publisher<StreamEvent> publishOrThrow(Request request) {
    return new EventPublisher(asker, request, /* failing= */ true);
  }

  /**
   * Reports phases to callbacks, which may block and so slow the provider down. Returns at once.
   *
   * <p>A callback that throws, whatever it throws, has the request cancelled; then only the end is
   * reported, with the verdict CANCELLED and the word {@code consumer_failed}.
   */
  public StreamCall phases(Request request, PhaseSink callbacks) {
    return phases(request, callbacks, CompletionPolicy.ON_TRANSITION);
  }

  /** As {@link #phases(Request, PhaseSink)}, with a choice of when a phase is reported complete. */
  public StreamCall phases(Request request, PhaseSink callbacks, CompletionPolicy policy) {
    return PhaseCall.open(asker, request, callbacks, policy);
  }

  /**
   * The events with all that happens on the way, to record or measure. A sink that throws has its
   * request cancelled, and is told the end: see {@link CallSink}.
   */
  public StreamCall call(Request request, CallSink sink) {
    return asker.open(request, sink);
  }

  /** Asks and waits: see {@link #ask(Request)}. */
  public Answer ask(String question) {
    return ask(Request.of(question));
  }

  /**
   * Asks and waits for the whole answer. One that failed is returned too: {@link Answer#verdict}
   * tells, what came is in it, and {@link Answer#orThrow} throws.
   */
  public Answer ask(Request request) {
    try (EventStream events = EventStream.open(asker.whole(), request)) {
      return events.answer();
    }
  }

  /**
   * Asks for a record, and waits: as {@link #ask(Request)} with the format of the record, and
   * {@link Answer#as}.
   *
   * @throws ResponseException if there is no whole answer
   */
  public <T extends Record> T ask(String question, Class<T> type) {
    Request request = Request.of(question).toBuilder().format(OutputFormat.of(type)).build();
    return ask(request).as(type);
  }

  /**
   * The whole answer, later. A future that is cancelled, or completed by a time limit, cancels its
   * request. Like {@link #ask} it gives answers that failed; {@code thenApply(Answer::orThrow)}
   * throws.
   */
  public CompletableFuture<Answer> future(Request request) {
    EventStream events = EventStream.open(asker.whole(), request);
    var future = new CompletableFuture<Answer>();
    Thread.ofVirtual()
        .name("weir-future")
        .start(() -> {
          try (events) {
            future.complete(events.answer());
          } catch (RuntimeException | Error broken) {
            // Whoever waits for the future must hear of it, whatever it is.
            future.completeExceptionally(broken);
          }
        });
    // Whoever completes it, for instance by a time limit, no longer wants the answer.
    var unused = future.whenComplete((answer, problem) -> events.cancel());
    return future;
  }

  /** The response of {@link #ask(Request)}. */
  public Response response(Request request) {
    return ask(request).response();
  }

  @Override
  public void close() {
    if (owned != null) {
      owned.close();
    }
  }
}
