package dev.weir.cli.chat;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.tool.Tool;
import dev.weir.client.turn.Turn;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Thinking;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.EventSieve;
import dev.weir.log.recording.Secrets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A conversation with one partner. Asks one thing at a time. */
public final class ProviderChat implements AutoCloseable {

  /**
   * How a conversation is held.
   *
   * @param recording where the first answer is recorded, if anywhere
   * @param traces the folder for raw traces, if any
   * @param tools what the model may call
   * @param turns how far it may go with them
   */
  public record Settings(
      @Nullable String modelName,
      @Nullable String system,
      @Nullable Thinking thinking,
      @Nullable Path recording,
      @Nullable Path traces,
      List<Tool> tools,
      TurnOptions turns) {

    public Settings {
      tools = List.copyOf(tools);
    }

    Settings with(@Nullable String otherModel, @Nullable Path otherRecording) {
      return new Settings(otherModel, system, thinking, otherRecording, traces, tools, turns);
    }

    Settings withSystem(@Nullable String other) {
      return new Settings(modelName, other, thinking, recording, traces, tools, turns);
    }

    Settings withThinking(@Nullable Thinking other) {
      return new Settings(modelName, system, other, recording, traces, tools, turns);
    }

    Settings withTools(List<Tool> others) {
      return new Settings(modelName, system, thinking, recording, traces, others, turns);
    }
  }

  /** A process holds one conversation, whoever answers in it. */
  private static final String CONVERSATION =
      HexFormat.of().toHexDigits(new SecureRandom().nextLong());

  private final Partner partner;
  private final CallOptions options;
  private final Partner.Opened opened;
  private final Secrets secrets;
  private final Consumer<MetricsRecord> metrics;
  private final Consumer<String> say;
  private final Talk talk;
  private Settings settings;
  private volatile @Nullable Answering answering;

  /**
   * How an answer ended.
   *
   * @param isWhole whether nothing was lost on the way that could not be corrected
   */
  public record Outcome(Verdict verdict, boolean isWhole) {
    static final Outcome FAILED = new Outcome(Verdict.FAILED, /* isWhole= */ true);

    public boolean isFine() {
      return verdict.isNatural() && isWhole;
    }
  }

  /** One answer on its way. */
  public interface Answer {
    /** Waits for its end; says how it ended. */
    Outcome await() throws InterruptedException;

    /** Ends it early; what came stays. Any thread may call. */
    void cancel();
  }

  public ProviderChat(
      Partner partner,
      CallOptions options,
      Settings settings,
      Consumer<MetricsRecord> metrics,
      Consumer<String> say) {
    this(partner, options, settings, new Talk(), metrics, say);
  }

  /**
   * Continues a conversation.
   *
   * @param talk what was said before, perhaps with others; what is said is added
   */
  ProviderChat(
      Partner partner,
      CallOptions options,
      Settings settings,
      Talk talk,
      Consumer<MetricsRecord> metrics,
      Consumer<String> say) {
    this.partner = partner;
    this.options = options;
    this.settings = settings;
    this.opened = partner.open(options);
    this.secrets = partner.secrets();
    this.metrics = metrics;
    this.say = say;
    this.talk = talk;
  }

  /** Whom it talks to. */
  Partner partner() {
    return partner;
  }

  /** What was said so far. */
  Talk talk() {
    return talk;
  }

  /** Which model answers, if that is known before it does. */
  @Nullable String modelName() {
    return settings.modelName() == null ? partner.defaultModel() : settings.modelName();
  }

  /**
   * Checks that there is a model to ask for.
   *
   * @param option how a person names one here
   * @throws IllegalArgumentException if there is none
   */
  public void needModel(String option) {
    if (modelName() == null && partner.route() == null) {
      boolean isOllama = partner.provider().dialect().equals(Dialects.OLLAMA);
      throw new IllegalArgumentException(
          isOllama
              ? "Name a model: %s qwen3 (`ollama list` shows yours)".formatted(option)
              : "Name a model of %s: %s NAME".formatted(partner.name(), option));
    }
  }

  Settings settings() {
    return settings;
  }

  /** Changes how the conversation is held from now on. */
  void settings(Settings others) {
    settings = others;
  }

  /**
   * Asks, and shows the answer while it comes; returns how it ended.
   *
   * @throws IllegalArgumentException if the provider cannot be asked this
   */
  public Outcome ask(Question question, ChatView view) throws InterruptedException {
    return begin(question, view).await();
  }

  /**
   * Asks, without waiting for the answer.
   *
   * @throws IllegalArgumentException if the provider cannot be asked this; nothing was said then
   */
  public Answer begin(Question question, ChatView view) {
    Request.Builder builder =
        Request.builder().modelName(settings.modelName()).thinking(settings.thinking());
    talk.messages(settings.system(), question.contents()).forEach(builder::message);
    Request request = builder.build();
    var sink = new Answering(question, request.messages().size(), view);
    settings = settings.with(settings.modelName(), null);
    answering = sink;
    sink.call =
        settings.tools().isEmpty()
            ? opened.weir().call(request, sink)
            : Turn.open(
                opened.weir().upstream(), request, settings.tools(), settings.turns(), sink);
    return sink;
  }

  /** Stops the current answer and waits until its end is kept. Any thread may call. */
  public void cancel() {
    Answering now = answering;
    if (now != null) {
      now.cancel();
      try {
        now.done.await();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    opened.close();
  }

  private final class Answering implements CallSink, Answer {
    private final Question question;
    private final ChatView view;
    private final int saidBefore;
    private final Settings held = settings;
    private final ResponseAssembler assembler = new ResponseAssembler();
    private final List<StreamEvent> events = new ArrayList<>();
    private final EventSieve sieve = new EventSieve(secrets);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable StreamCall call;

    /** The step of a route that is asked; absent without a route. */
    private CallEvent.@Nullable Asking asked;

    private final Set<String> dialects = new HashSet<>();

    /** The record of the current pass; absent between two of them. */
    private @Nullable CallRecord record;

    private int passes;
    private long passMicros;

    Answering(Question question, int saidBefore, ChatView view) {
      this.question = question;
      this.saidBefore = saidBefore;
      this.view = view;
    }

    @Override
    public Outcome await() throws InterruptedException {
      done.await();
      Response response = assembler.response();
      talk.add(new Talk.Turn(question, who(), givenIn(), events));
      Verdict verdict = response.verdict();
      return new Outcome(verdict == null ? Verdict.FAILED : verdict, response.gaps().isEmpty());
    }

    @Override
    public void cancel() {
      StreamCall under = call;
      if (under != null) {
        under.cancel();
      }
    }

    @Override
    public void accept(CallEvent event) {
      CallRecord pass = record;
      if (pass == null && event instanceof CallEvent.Trying trying) {
        passMicros = trying.atMicros();
        pass = record(++passes);
        record = pass;
      }
      if (pass != null) {
        pass.accept(event.later(-passMicros));
      }
      switch (event) {
        case CallEvent.Problem problem -> say(problem);
        case CallEvent.Measured measured -> {
          measured(measured.metrics(), pass == null ? Instant.now() : pass.startedAt());
          record = null;
        }
        case CallEvent.Streamed streamed -> sieve.feed(streamed.event(), this::event);
        case CallEvent.Trying e -> {}
        case CallEvent.Connected e -> {}
        case CallEvent.Headers e -> {}
        case CallEvent.Arrived e -> {}
        case CallEvent.Refused e -> {}
        case CallEvent.Resuming e -> {
          // Without a route the problem before it has said as much.
          if (asked != null) {
            say.accept("%s: the answer broke off; its rest is fetched".formatted(who()));
          }
        }
        case CallEvent.Asking step -> {
          asked = step;
          dialects.add(step.dialect() == null ? "" : step.dialect().word());
        }
        case CallEvent.Tried e -> {}
      }
    }

    /** What a route does at once is reported by the event of its failed try. */
    private void say(CallEvent.Problem problem) {
      boolean isTold = asked != null && Duration.ZERO.equals(problem.retryIn());
      if (!isTold) {
        say.accept("%s: %s".formatted(who(), problem.inWords()));
      }
    }

    /** Who answers: in a route, the step that is asked. */
    private String who() {
      CallEvent.Asking step = asked;
      return step == null ? partner.name() : step.provider();
    }

    /**
     * In which dialect it goes back as its provider's own: in none if several had a part in it, or
     * might have had.
     */
    private String givenIn() {
      boolean isJoined = events.stream().anyMatch(StreamEvent.Seam.class::isInstance);
      if (asked == null) {
        return partner.provider().dialect().word();
      }
      return isJoined || dialects.size() > 1 ? "" : dialects.iterator().next();
    }

    /**
     * The answer's place in the conversation: after all that was said, to which every earlier pass
     * has added itself and the results of its tools.
     */
    private String eventId(int pass) {
      return "%s/%d/%s".formatted(CONVERSATION, saidBefore + 2 * (pass - 1), partner.name());
    }

    /** A recording holds one stream, so every pass of a turn has its own. */
    private CallRecord record(int pass) {
      Path file = held.recording();
      return new CallRecord(
          partner,
          options.decode(),
          modelName(),
          eventId(pass),
          file == null || pass == 1 ? file : FileNumbers.named(file, "-pass" + pass),
          held.traces(),
          say);
    }

    private void event(StreamEvent event) {
      assembler.accept(event);
      events.add(event);
      view.event(event);
      if (event instanceof StreamEvent.ResponseEnd) {
        done.countDown();
      }
    }

    private String spoken() {
      CallEvent.Asking step = asked;
      Dialect dialect = step == null ? null : step.dialect();
      return (dialect == null ? partner.provider().dialect() : dialect).word();
    }

    private void measured(StreamMetrics measured, Instant startedAt) {
      metrics.accept(
          new MetricsRecord(null, spoken(), who(), startedAt, /* timed= */ true, measured)
              .without(secrets));
    }
  }
}
