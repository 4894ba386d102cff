package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.provider.Provider;
import dev.weir.client.transport.HttpCall;
import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Rendered;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A call without a network, on time that passes when it is told to. Inputs and effects are words,
 * so that a table of them can be read.
 */
final class VirtualCall implements CallEffects {
  static final Duration SETTLED = Duration.ofSeconds(1);
  static final Duration DEAD = Duration.ofSeconds(20);
  static final Duration STALLED = Duration.ofMinutes(1);
  static final Duration FIRST_EVENT = Duration.ofMinutes(2);
  static final Instant DATE = Instant.parse("2026-01-02T03:04:05Z");

  static final CallOptions OPTIONS =
      CallOptions.builder()
          .firstEvent(FIRST_EVENT)
          .dead(DEAD)
          .stalled(STALLED)
          .settled(SETTLED)
          .tries(2)
          .backoff(Duration.ofMillis(400))
          .maxBackoff(Duration.ofSeconds(30))
          .resumes(1)
          .build();

  private static final String CHAT_FINISH =
      """
      data: {"id":"r1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      """;
  private static final byte[] CHAT_LAST = (CHAT_FINISH + "data: [DONE]\n\n").getBytes(UTF_8);
  private static final Map<String, byte[]> CHAT =
      Map.of(
          "text", DialectSample.CHAT.head(),
          "last", CHAT_LAST,
          "settling", CHAT_FINISH.getBytes(UTF_8),
          "error",
              "data: {\"error\":{\"code\":\"server_error\",\"message\":\"no\"}}\n\n"
                  .getBytes(UTF_8));
  private static final Map<String, byte[]> RESPONSES =
      Map.of(
          "text", DialectSample.RESPONSES.head(),
          "gap", delta(6),
          "more", delta(4),
          "last", completed(5));

  private final Map<String, byte[]> slices;
  private final Rendered rendered;
  private final CallMachine machine;
  private final List<String> effects = new ArrayList<>();
  private final List<CallEvent> told = new ArrayList<>();
  private @Nullable Duration blocksFor;
  private long blockedNanos;
  private long now = 7_000_000_000L;
  private int exchange;
  private int alarm;
  private @Nullable Long alarmAt;

  private VirtualCall(
      Dialect dialect,
      Map<String, byte[]> slices,
      Rendered rendered,
      CallOptions options,
      RandomGenerator chance) {
    this.slices = slices;
    this.rendered = rendered;
    Provider provider =
        Provider.builder("acme", dialect, "http://a.example").defaultModel("m").build();
    this.machine =
        new CallMachine(
            new CallWriter(provider, options.connect()),
            options,
            new RetryRule(options.tries(), options.backoff(), options.maxBackoff(), chance),
            () -> DATE,
            now,
            this);
  }

  /** A call in any dialect, begun, which knows the words "text" and "dribble". */
  static VirtualCall of(DialectSample sample) {
    Map<String, byte[]> slices = Map.of("text", sample.head(), "dribble", "\n".getBytes(UTF_8));
    return begun(sample.dialect(), slices, new Json.Fields(Map.of()), null, OPTIONS, () -> 0);
  }

  /** A call of OpenAI Chat, begun; waits between tries are as long as they may be. */
  static VirtualCall chat(CallOptions options) {
    return chat(options, () -> 0);
  }

  static VirtualCall chat(CallOptions options, RandomGenerator chance) {
    return begun(Dialects.OPENAI_CHAT, CHAT, new Json.Fields(Map.of()), null, options, chance);
  }

  /** One that is asked anew without something if it is refused with status 400. */
  static VirtualCall withFallback() {
    var empty = new Json.Fields(Map.of());
    return begun(
        Dialects.OPENAI_CHAT,
        CHAT,
        empty,
        new Rendered("/less", Map.of(), empty),
        OPTIONS,
        () -> 0);
  }

  /** A call of OpenAI Responses whose response its provider keeps. */
  static VirtualCall kept(CallOptions options) {
    var body = new Json.Fields(Map.of("background", new Json.Bool(true)));
    return begun(Dialects.OPENAI_RESPONSES, RESPONSES, body, null, options, () -> 0);
  }

  private static VirtualCall begun(
      Dialect dialect,
      Map<String, byte[]> slices,
      Json body,
      @Nullable Rendered fallback,
      CallOptions options,
      RandomGenerator chance) {
    var call =
        new VirtualCall(
            dialect,
            slices,
            new Rendered("/responses", Map.of(), body).withFallback(fallback),
            options,
            chance);
    call.on(new CallInput.Begin(call.rendered));
    return call;
  }

  private static byte[] delta(int number) {
    return "data: {\"type\":\"response.output_text.delta\",\"sequence_number\":%d,\"output_index\":0,\"content_index\":0,\"item_id\":\"m1\",\"delta\":\"x\"}\n\n"
        .formatted(number)
        .getBytes(UTF_8);
  }

  private static byte[] completed(int number) {
    return "data: {\"type\":\"response.completed\",\"sequence_number\":%d,\"response\":{\"id\":\"r1\",\"model\":\"m\",\"status\":\"completed\",\"output\":[]}}\n\n"
        .formatted(number)
        .getBytes(UTF_8);
  }

  CallMachine.State state() {
    return machine.state();
  }

  boolean keepsRequest() {
    return machine.keepsRequest();
  }

  List<CallEvent> told() {
    return told;
  }

  /** The effects since they were asked for last. */
  String effects() {
    String words = String.join(" · ", effects);
    effects.clear();
    return words;
  }

  /** How long until the alarm rings; absent if none is set. */
  @Nullable Duration alarm() {
    return alarmAt == null ? null : Duration.ofNanos(alarmAt - now);
  }

  /** The next thing told takes the sink that long. */
  VirtualCall sinkTakes(Duration time) {
    blocksFor = time;
    return this;
  }

  /** Brings one input after the other. */
  VirtualCall then(String words) {
    for (String word : words.split(" ", -1)) {
      byte[] slice = slice(word);
      if (slice != null) {
        slice(word.equals("oldSlice") ? exchange - 1 : exchange, slice);
      } else if (!word.isEmpty()) {
        on(input(word));
      }
    }
    return this;
  }

  VirtualCall headers(int status, Map<String, String> headers) {
    on(new CallInput.Headers(exchange, status, headers));
    return this;
  }

  private byte @Nullable [] slice(String word) {
    return switch (word) {
      case "comment" -> ": \n\n".getBytes(UTF_8);
      case "json" -> "{\"a\":1}".getBytes(UTF_8);
      case "body" -> "{}".getBytes(UTF_8);
      case "megabyte" -> new byte[1 << 20];
      case "oldSlice" -> CHAT_LAST;
      default -> slices.get(word);
    };
  }

  private CallInput input(String word) {
    return switch (word) {
      case "connected" -> new CallInput.Connected(exchange);
      case "200" -> new CallInput.Headers(exchange, 200, Map.of());
      case "400", "503" -> new CallInput.Headers(exchange, Integer.parseInt(word), Map.of());
      case "page" -> new CallInput.Headers(exchange, 200, Map.of("content-type", "text/html"));
      case "end" -> new CallInput.BytesEnded(exchange);
      case "broke" -> new CallInput.Broke(exchange, "reset", "reset");
      case "ring" -> {
        now = alarmAt == null ? now : alarmAt;
        yield new CallInput.Rang(alarm);
      }
      case "cancel" -> new CallInput.Cancelled();
      case "pause" -> new CallInput.Paused();
      case "resume" -> new CallInput.Resumed();
      case "oldRing" -> new CallInput.Rang(alarm - 1);
      default -> throw new IllegalArgumentException(word);
    };
  }

  /** Lets time pass, and the alarm ring whenever it is due. */
  VirtualCall pass(Duration time) {
    long until = now + time.toNanos();
    while (alarmAt != null && alarmAt <= until) {
      now = alarmAt;
      alarmAt = null;
      on(new CallInput.Rang(alarm));
    }
    now = until;
    return this;
  }

  private void on(CallInput input) {
    blockedNanos = 0;
    machine.on(input, now);
    now += blockedNanos;
  }

  private void slice(int ofExchange, byte[] bytes) {
    blockedNanos = 0;
    machine.slice(ofExchange, Bytes.of(bytes), now);
    now += blockedNanos;
  }

  @Override
  public void tell(CallEvent event) {
    told.add(event);
    effects.add(words(event));
    Duration busy = blocksFor;
    blocksFor = null;
    blockedNanos += busy == null ? 0 : busy.toNanos();
  }

  @Override
  public long blockedNanos() {
    return blockedNanos;
  }

  @Override
  public void send(HttpCall call, int number) {
    exchange = number;
    String query = call.url().getQuery();
    effects.add(query == null ? "send " + call.method() : "send GET " + query);
  }

  @Override
  public void sendAside(HttpCall call) {
    effects.add("aside " + call.url().getPath());
  }

  @Override
  public void hangUp() {
    effects.add("hang up");
  }

  @Override
  public void wakeAfter(Duration delay, int number) {
    alarm = number;
    alarmAt = now + delay.toNanos();
    effects.add("wake " + words(delay));
  }

  @Override
  public void rest() {
    alarmAt = null;
    effects.add("rest");
  }

  private static String words(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  private static String words(CallEvent event) {
    return switch (event) {
      case CallEvent.Streamed streamed -> words(streamed.event());
      case CallEvent.Trying trying -> "try " + trying.attempt();
      case CallEvent.Connected e -> "connected";
      case CallEvent.Headers e -> "headers " + e.status();
      case CallEvent.Arrived e -> "arrived";
      case CallEvent.Refused e -> "refused";
      case CallEvent.Problem problem ->
          problem.retryIn() == null
              ? "problem " + problem.error().code()
              : "problem %s, again in %s"
                  .formatted(problem.error().code(), words(problem.retryIn()));
      case CallEvent.Resuming e -> "resuming";
      case CallEvent.Asking e -> "asking " + e.provider();
      case CallEvent.Tried e -> "tried " + e.outcome();
      case CallEvent.Measured e -> "measured";
    };
  }

  private static String words(StreamEvent event) {
    return event instanceof ResponseEnd end
        ? end.verdict() + (end.word() == null ? "" : " (" + end.word() + ")")
        : event.typeName();
  }
}
