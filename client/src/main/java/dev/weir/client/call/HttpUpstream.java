package dev.weir.client.call;

import dev.weir.client.provider.Provider;
import dev.weir.client.render.RequestWriter;
import dev.weir.client.transport.Transport;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.TokenCount;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A provider over HTTP. Any thread may ask; concurrent calls do not wait for each other. */
public final class HttpUpstream implements Upstream {
  private final Provider provider;
  private final Transport transport;
  private final CallOptions options;
  private final Timers timers;
  private final CallWriter writer;

  /** A transport that has timers of its own wakes its calls with them. */
  public HttpUpstream(Provider provider, Transport transport, CallOptions options) {
    this(provider, transport, options, transport instanceof Timers own ? own : Timers.ofJdk());
  }

  /**
   * @param timers runs what is due later, such as the next try
   */
  public HttpUpstream(Provider provider, Transport transport, CallOptions options, Timers timers) {
    this.provider = provider;
    this.transport = transport;
    this.options = options;
    this.timers = timers;
    this.writer = new CallWriter(provider, options.connect());
  }

  @Override
  public String name() {
    return provider.name();
  }

  @Override
  public Dialect dialect() {
    return provider.dialect();
  }

  @Override
  public CompletableFuture<Optional<Long>> countTokens(Request request) {
    TokenCount counting = provider.dialect().tokenCount().orElse(null);
    if (counting == null) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Rendered rendered = counting.ask(RequestWriter.write(request, provider));
    return WholeExchange.send(transport, writer.ask(rendered), timers, options.firstEvent())
        .thenApply(answer -> answer.map(counting::tokens));
  }

  @Override
  public StreamCall open(Request request, CallSink sink) {
    Rendered rendered = RequestWriter.write(request, provider);
    var call = new HttpStreamCall(writer, transport, options, timers, System::nanoTime, sink);
    call.start(rendered);
    return call;
  }
}
