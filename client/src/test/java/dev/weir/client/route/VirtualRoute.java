package dev.weir.client.route;

import dev.weir.client.Weir;
import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Timers;
import dev.weir.client.call.Upstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A route over providers that play what a test says, in a time that only a test moves. */
final class VirtualRoute {
  private record Task(long at, long number, Runnable run) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
    }
  }

  /** One request that reached a provider. */
  record Asked(String provider, String model, long atMillis, Request request) {}

  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private final Map<String, Deque<Played>> scripts = new HashMap<>();
  private final List<Asked> asked = new ArrayList<>();
  private final List<CallOptions> patience = new ArrayList<>();
  private final Dialect dialect;
  private final RouteUpstream upstream;
  private int underWay;
  private long numbers;
  private long now;

  VirtualRoute(Route route) {
    this(route, Dialects.OPENAI_CHAT);
  }

  VirtualRoute(Route route, Dialect dialect) {
    this.dialect = dialect;
    this.upstream =
        RouteUpstream.of(
            route,
            CallOptions.DEFAULT,
            new Rests(),
            (provider, options) -> {
              patience.add(options);
              return new Step(provider, options);
            },
            this::after,
            () -> now);
  }

  static Provider provider(String name) {
    return Provider.builder(name, Dialects.OPENAI_CHAT, "http://127.0.0.1:9/v1").build();
  }

  static Route route() {
    return Route.of(
            "safe", Route.step(provider("first"), "m1"), Route.step(provider("second"), "m2"))
        .withTries(3)
        .withLimits(
            RouteLimits.DEFAULT
                .withFirstToken(Duration.ofSeconds(10))
                .withIdle(Duration.ofSeconds(10))
                .withTotal(Duration.ofSeconds(120)))
        .withBreaker(new BreakerRule(3, Duration.ofSeconds(20)));
  }

  /** What a provider answers, request by request; the last is repeated. */
  VirtualRoute plays(String provider, Played... answers) {
    scripts.put(provider, new ArrayDeque<>(List.of(answers)));
    return this;
  }

  private Timers.Timer after(Duration delay, Runnable task) {
    var waiting = new Task(now + delay.toNanos(), numbers++, task);
    tasks.add(waiting);
    return () -> tasks.remove(waiting);
  }

  /** Lets time pass until nothing is left to happen, or so long. */
  void pass(Duration atMost) {
    long end = now + atMost.toNanos();
    while (!tasks.isEmpty() && tasks.peek().at() - end <= 0) {
      Task next = tasks.remove();
      now = Math.max(now, next.at());
      next.run().run();
    }
    now = end;
  }

  long nowMillis() {
    return now / 1_000_000;
  }

  List<Asked> asked() {
    return asked;
  }

  List<Asked> asked(String provider) {
    return asked.stream().filter(each -> each.provider().equals(provider)).toList();
  }

  /** How patiently each step is called. */
  List<CallOptions> patience() {
    return patience;
  }

  int underWay() {
    return underWay;
  }

  RouteHealth health() {
    return upstream.health();
  }

  /** Asks; nothing happens before time passes. */
  Answer ask() {
    var answer = new Answer(now);
    answer.call = upstream.open(Request.of("Sixty words, please"), answer);
    return answer;
  }

  /** Asks for a sink of its own. */
  void ask(CallSink sink) {
    upstream.open(Request.of("Sixty words, please"), sink);
  }

  /** Asks a {@link Weir} made of the route for a whole answer, while time passes. */
  dev.weir.client.Answer whole(UnaryOperator<Weir> with) {
    var future = with.apply(Weir.of(upstream)).future(Request.of("Sixty words, please"));
    for (int i = 0; i < 10_000 && !future.isDone(); i++) {
      pass(Duration.ofMillis(100));
    }
    return future.join();
  }

  /** Asks for a whole answer, and waits for it. */
  Answer whole() {
    var answer = new Answer(now);
    answer.call = upstream.whole().open(Request.of("Sixty words, please"), answer);
    for (int i = 0; i < 10_000 && !answer.isEnded(); i++) {
      pass(Duration.ofMillis(100));
    }
    return answer;
  }

  /** Asks, and waits for the end. */
  Answer answer() {
    Answer answer = ask();
    for (int i = 0; i < 10_000 && !answer.isEnded(); i++) {
      pass(Duration.ofMillis(100));
    }
    return answer;
  }

  /** What came of one request. */
  final class Answer implements CallSink {
    private final long begun;
    private final List<StreamEvent> events = new ArrayList<>();
    private final List<CallEvent> told = new ArrayList<>();
    private final ResponseAssembler assembler = new ResponseAssembler();
    private long firstAt = -1;
    private long endedAt = -1;
    @Nullable StreamCall call;

    Answer(long begun) {
      this.begun = begun;
    }

    @Override
    public void accept(CallEvent event) {
      told.add(event);
      if (event instanceof CallEvent.Streamed streamed) {
        firstAt = firstAt < 0 ? now : firstAt;
        events.add(streamed.event());
        assembler.accept(streamed.event());
        endedAt = streamed.event() instanceof StreamEvent.ResponseEnd ? now : endedAt;
      }
    }

    boolean isEnded() {
      return endedAt >= 0;
    }

    List<StreamEvent> events() {
      return events;
    }

    List<CallEvent> told() {
      return told;
    }

    Response response() {
      String violation = GrammarChecker.check(events).orElse("");
      if (!violation.isEmpty()) {
        throw new AssertionError(violation + " in " + events);
      }
      return assembler.response();
    }

    String text() {
      return response().text(BlockKind.TEXT);
    }

    long millis() {
      return (endedAt - begun) / 1_000_000;
    }

    long firstMillis() {
      return (firstAt - begun) / 1_000_000;
    }

    <T extends StreamEvent> List<T> all(Class<T> type) {
      return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    void cancel() {
      if (call != null) {
        call.cancel();
      }
    }
  }

  private final class Step implements Upstream {
    private final Provider provider;
    private final CallOptions options;

    Step(Provider provider, CallOptions options) {
      this.provider = provider;
      this.options = options;
    }

    @Override
    public String name() {
      return provider.name();
    }

    @Override
    public Dialect dialect() {
      return dialect;
    }

    @Override
    public StreamCall open(Request request, CallSink sink) {
      asked.add(
          new Asked(provider.name(), String.valueOf(request.modelName()), nowMillis(), request));
      Deque<Played> script = scripts.getOrDefault(provider.name(), new ArrayDeque<>());
      Played next =
          script.size() > 1 ? script.remove() : script.isEmpty() ? Played.whole() : script.peek();
      underWay++;
      return next.play(
          request, provider.name(), options, VirtualRoute.this::after, sink, () -> underWay--);
    }
  }
}
