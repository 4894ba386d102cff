package dev.weir.springai;

import dev.weir.client.Answer;
import dev.weir.client.Weir;
import dev.weir.client.call.CallEvent;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.util.Objects;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.MessageAggregator;
import org.springframework.ai.chat.observation.ChatModelObservationContext;
import org.springframework.ai.chat.observation.ChatModelObservationDocumentation;
import org.springframework.ai.chat.observation.DefaultChatModelObservationConvention;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.util.context.ContextView;

/**
 * Asks through a {@link Weir}, whatever its provider.
 *
 * <p>A response that does not come to its end is a {@link dev.weir.client.ResponseException}. Tries
 * are the {@link Weir}'s own. Tools are run by Spring AI's advisors, so that the {@link Weir} needs
 * none. Closing it is left to whoever made it.
 */
public final class WeirChatModel implements ChatModel {
  private static final DefaultChatModelObservationConvention CONVENTION =
      new DefaultChatModelObservationConvention();

  private final Weir weir;
  private final WeirChatOptions options;
  private final ObservationRegistry observations;

  /** A model without defaults that nobody observes. */
  public WeirChatModel(Weir weir) {
    this(weir, WeirChatOptions.builder().build(), ObservationRegistry.NOOP);
  }

  /**
   * A model.
   *
   * @param options what counts where a prompt says nothing
   * @param observations told of each request, as Spring AI's own models do
   */
  public WeirChatModel(Weir weir, WeirChatOptions options, ObservationRegistry observations) {
    this.weir = weir;
    this.options = options;
    this.observations = observations;
  }

  @Override
  public WeirChatOptions getOptions() {
    return options;
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    Prompt full = full(prompt);
    ChatModelObservationContext context = context(full, /* streaming= */ false);
    return Objects.requireNonNull(
        observation(context)
            .observe(() -> {
              Request request = request(full);
              Answer answer = weir.ask(request).orThrow();
              ChatResponse response =
                  ChatResponses.whole(answer.response(), answer.newMessages(), request.modelName());
              context.setResponse(response);
              return response;
            }));
  }

  @Override
  public Flux<ChatResponse> stream(Prompt prompt) {
    Prompt full = full(prompt);
    return Flux.deferContextual(reactor -> observed(full, reactor));
  }

  private Flux<ChatResponse> observed(Prompt full, ContextView reactor) {
    ChatModelObservationContext context = context(full, /* streaming= */ true);
    Observation observation = observation(context);
    Observation parent = reactor.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
    observation.parentObservation(parent).start();
    // Stopped before the end is told, so that it has happened for whoever waits for the end.
    return new MessageAggregator()
        .aggregate(chunks(full), context::setResponse)
        .doOnError(observation::error)
        .doOnTerminate(observation::stop)
        .doOnCancel(observation::stop)
        .contextWrite(write -> write.put(ObservationThreadLocalAccessor.KEY, observation));
  }

  private Flux<ChatResponse> chunks(Prompt full) {
    return Flux.defer(() -> {
      Request request = request(full);
      var fold = new ChunkFold(weir.upstream().dialect(), request.modelName());
      Flux<StreamEvent> events =
          JdkFlowAdapter.flowPublisherToFlux(noting(fold).publishOrThrow(request));
      return events.handle((event, sink) -> {
        ChatResponse chunk = fold.of(event);
        if (chunk != null) {
          sink.next(chunk);
        }
      });
    });
  }

  private Weir noting(ChunkFold fold) {
    return weir.with(upstream ->
        upstream.withSink(next ->
            event -> {
              if (!(event instanceof CallEvent.Streamed)) {
                fold.note(event);
              }
              next.accept(event);
            }));
  }

  private static Request request(Prompt full) {
    return Prompts.of(full, Objects.requireNonNull(full.getOptions()));
  }

  /**
   * The same with all options: a client has begun with ours already, others know only their own.
   */
  private Prompt full(Prompt prompt) {
    ChatOptions asked = prompt.getOptions();
    if (asked instanceof WeirChatOptions) {
      return prompt;
    }
    WeirChatOptions all =
        asked == null ? options : options.mutate().combineWith(asked.mutate()).build();
    return new Prompt(prompt.getInstructions(), all);
  }

  private ChatModelObservationContext context(Prompt full, boolean streaming) {
    return ChatModelObservationContext.builder()
        .prompt(full)
        .provider(weir.upstream().name())
        .streaming(streaming)
        .build();
  }

  private Observation observation(ChatModelObservationContext context) {
    return ChatModelObservationDocumentation.CHAT_MODEL_OPERATION.observation(
        null, CONVENTION, () -> context, observations);
  }
}
