package dev.weir.cli.chat;

import dev.weir.cli.provider.GrpcAccess;
import dev.weir.client.Weir;
import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.provider.Provider;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Thinking;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.xai.XaiUpstream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A conversation with one provider. Asks one thing at a time. */
public final class ProviderChat implements AutoCloseable {

  /**
   * How a conversation is held.
   *
   * @param recording where the first answer is recorded, if anywhere
   * @param traces the folder for raw traces, if any
   */
  public record Settings(
      @Nullable String modelName,
      @Nullable String system,
      @Nullable Thinking thinking,
      @Nullable Path recording,
      @Nullable Path traces) {}

  /** A process holds one conversation, whoever answers in it. */
  private static final String CONVERSATION =
      HexFormat.of().toHexDigits(new SecureRandom().nextLong());

  private final Provider provider;
  private final CallOptions options;
  private final Settings settings;
  private final Weir weir;
  private final Consumer<MetricsRecord> metrics;
  private final Consumer<String> say;
  private final List<Message> messages;
  private @Nullable String modelName;
  private @Nullable Path nextRecording;
  private volatile @Nullable Answering answering;

  /**
   * How an answer ended.
   *
   * @param isWhole whether nothing was lost on the way that nobody could put right
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
      Provider provider,
      CallOptions options,
      Settings settings,
      Consumer<MetricsRecord> metrics,
      Consumer<String> say) {
    this(provider, options, settings, new ArrayList<>(), metrics, say);
  }

  /**
   * Goes on with a conversation.
   *
   * @param messages what was said before, perhaps with others; what is said is added
   */
  ProviderChat(
      Provider provider,
      CallOptions options,
      Settings settings,
      List<Message> messages,
      Consumer<MetricsRecord> metrics,
      Consumer<String> say) {
    this.provider = provider;
    this.options = options;
    this.settings = settings;
    this.weir = weir(provider, options);
    this.metrics = metrics;
    this.say = say;
    this.messages = messages;
    this.modelName = settings.modelName();
    this.nextRecording = settings.recording();
    if (settings.system() != null && messages.isEmpty()) {
      messages.add(new Message.Instruction(settings.system()));
    }
  }

  /** Whom it talks to. */
  Provider provider() {
    return provider;
  }

  /** Which model answers, if that is known before it does. */
  @Nullable String modelName() {
    return modelName == null ? provider.defaultModel() : modelName;
  }

  /**
   * Checks that there is a model to ask for.
   *
   * @param option how a person names one here
   * @throws IllegalArgumentException if there is none
   */
  public void needModel(String option) {
    if (modelName() == null) {
      boolean isOllama = provider.dialect().equals(Dialects.OLLAMA);
      throw new IllegalArgumentException(
          isOllama
              ? "Name a model: %s qwen3 (`ollama list` shows yours)".formatted(option)
              : "Name a model of %s: %s NAME".formatted(provider.name(), option));
    }
  }

  /** Lets another model answer from now on. */
  void model(String name) {
    modelName = name;
  }

  /** Records the next answer. */
  void recordNext(Path file) {
    nextRecording = file;
  }

  private static Weir weir(Provider provider, CallOptions options) {
    return GrpcAccess.isFor(provider)
        ? Weir.of(GrpcAccess.open(provider, options))
        : Weir.of(provider, options);
  }

  /**
   * Asks, and shows the answer while it comes; returns how it ended.
   *
   * @throws IllegalArgumentException if the provider cannot be asked this
   */
  public Outcome ask(String prompt, ChatView view) throws InterruptedException {
    return begin(prompt, view).await();
  }

  /**
   * Asks; the answer comes while others do something else.
   *
   * @throws IllegalArgumentException if the provider cannot be asked this
   */
  public Answer begin(String prompt, ChatView view) {
    messages.add(Message.user(prompt));
    Request.Builder request = Request.builder().modelName(modelName).thinking(settings.thinking());
    messages.forEach(request::message);
    var record =
        new CallRecord(
            provider,
            options.decode(),
            modelName(),
            eventId(),
            nextRecording,
            settings.traces(),
            say);
    nextRecording = null;
    var sink = new Answering(view, record);
    answering = sink;
    sink.call = weir.call(request.build(), sink);
    return sink;
  }

  /** The answer's place in the conversation: after all that was said. */
  private String eventId() {
    return "%s/%d/%s".formatted(CONVERSATION, messages.size(), provider.name());
  }

  /** Stops what is being answered and waits until its end is kept. Any thread may call. */
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
    weir.close();
    if (weir.upstream() instanceof XaiUpstream xai) {
      xai.close();
    }
  }

  private final class Answering implements CallSink, Answer {
    private final ChatView view;
    private final CallRecord record;
    private final ResponseAssembler assembler = new ResponseAssembler();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable StreamCall call;

    Answering(ChatView view, CallRecord record) {
      this.view = view;
      this.record = record;
    }

    @Override
    public Outcome await() throws InterruptedException {
      done.await();
      Response response = assembler.response();
      messages.addAll(GoingBack.of(response, provider.dialect().word(), List.of()));
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
      record.accept(event);
      switch (event) {
        case CallEvent.Problem problem ->
            say.accept("%s: %s".formatted(provider.name(), problem.inWords()));
        case CallEvent.Measured measured -> measured(measured.metrics());
        case CallEvent.Streamed streamed -> event(streamed.event());
        case CallEvent.Trying e -> {}
        case CallEvent.Connected e -> {}
        case CallEvent.Headers e -> {}
        case CallEvent.Arrived e -> {}
        case CallEvent.Refused e -> {}
        case CallEvent.Resuming e -> {}
      }
    }

    private void event(StreamEvent event) {
      assembler.accept(event);
      view.event(event);
      if (event instanceof StreamEvent.ResponseEnd) {
        done.countDown();
      }
    }

    private void measured(StreamMetrics measured) {
      metrics.accept(
          new MetricsRecord(
              null,
              provider.dialect().word(),
              provider.name(),
              record.startedAt(),
              /* timed= */ true,
              measured));
    }
  }
}
