package dev.weir.langchain4j;

import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.model.chat.response.ChatModelStreamingEvent;
import dev.langchain4j.model.chat.response.CompleteResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.RawStreamingEvent;
import dev.weir.client.call.CallEvent;
import dev.weir.client.call.ProviderError;
import dev.weir.codec.conversation.CarriedAnswer;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.event.BlockKind;
import dev.weir.event.FirstAnswer;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Folds the events of a response into LangChain4j's, at most one for each. What has no event of
 * theirs comes as a {@link RawStreamingEvent} that holds ours. Belongs to one response.
 */
final class ChatFold {
  private final ResponseAssembler assembler = new ResponseAssembler();
  private final FirstAnswer firstAnswer = new FirstAnswer();
  private final Map<Integer, Call> calls = new LinkedHashMap<>();
  private String provider;
  private @Nullable Dialect dialect;
  private @Nullable String askedModel;
  private boolean isRoute;
  private boolean isJoined;
  private @Nullable ProviderError error;
  private @Nullable LangChain4jException failure;

  /** A call that has begun, by its number among the calls. */
  private record Call(int index, BlockStart start) {}

  /**
   * @param provider who is asked
   * @param dialect in which the response goes back; absent if there is none
   * @param askedModel absent for the provider's default
   */
  ChatFold(String provider, @Nullable Dialect dialect, @Nullable String askedModel) {
    this.askedModel = askedModel;
    this.provider = provider;
    this.dialect = dialect;
  }

  /** Takes what happens on the way; what becomes of a streamed event is {@link #of}. */
  void note(CallEvent event) {
    if (event instanceof CallEvent.Problem problem) {
      error = problem.error();
    } else if (event instanceof CallEvent.Asking asking) {
      isRoute = true;
      provider = asking.provider();
      dialect = asking.dialect();
      askedModel = asking.modelName();
    }
  }

  /** Why the response did not come to its end; absent until then, and if it did. */
  @Nullable LangChain4jException failure() {
    return failure;
  }

  /** What LangChain4j is told of an event; {@code null} if nothing. */
  @Nullable ChatModelStreamingEvent of(StreamEvent event) {
    assembler.accept(event);
    firstAnswer.accept(event);
    return switch (event) {
      case BlockStart start -> start(start);
      case BlockDelta delta -> delta(delta);
      case BlockEnd end -> end(end);
      case ResponseEnd end -> end(end);
      case Seam seam -> {
        isJoined = true;
        yield RawStreamingEvent.of(seam);
      }
      case PassStart start -> {
        // What several passes gave is not an answer of the dialect.
        isJoined = true;
        yield RawStreamingEvent.of(start);
      }
      case ResponseStart passing -> null;
      case OutputEnd passing -> null;
      case UsageUpdate passing -> null;
      case ResponseProgress raw -> RawStreamingEvent.of(raw);
      case Annotation raw -> RawStreamingEvent.of(raw);
      case ToolProgress raw -> RawStreamingEvent.of(raw);
      case SequenceGap raw -> RawStreamingEvent.of(raw);
      case BlockRepair raw -> RawStreamingEvent.of(raw);
      case UnrepairedGap raw -> RawStreamingEvent.of(raw);
      case FailedTry raw -> RawStreamingEvent.of(raw);
      case Unrecognized raw -> RawStreamingEvent.of(raw);
      case Fault raw -> RawStreamingEvent.of(raw);
      case PassEnd raw -> RawStreamingEvent.of(raw);
    };
  }

  private boolean isTold(BlockKind kind, int output) {
    return firstAnswer.has(output)
        && switch (kind) {
          case TEXT, REFUSAL, REASONING, TOOL_CALL -> true;
          case SERVER_TOOL, TOOL_OUTPUT, MEDIA -> false;
        };
  }

  private @Nullable ChatModelStreamingEvent start(BlockStart start) {
    if (!isTold(start.kind(), start.block().output())) {
      return RawStreamingEvent.of(start);
    }
    if (start.kind() == BlockKind.TOOL_CALL) {
      calls.put(start.block().block(), new Call(calls.size(), start));
    }
    return null;
  }

  private @Nullable ChatModelStreamingEvent delta(BlockDelta delta) {
    BlockKind kind = assembler.kind(delta.block());
    if (!isTold(kind, delta.block().output())) {
      return RawStreamingEvent.of(delta);
    }
    if (delta.text().isEmpty()) {
      return null;
    }
    Call call = calls.get(delta.block().block());
    if (call != null) {
      return PartialToolCall.builder()
          .index(call.index())
          .id(call.start().id())
          .name(Objects.requireNonNullElse(call.start().name(), "?"))
          .partialArguments(delta.text())
          .build();
    }
    return kind == BlockKind.REASONING
        ? new PartialThinking(delta.text())
        : new PartialResponse(delta.text());
  }

  private @Nullable ChatModelStreamingEvent end(BlockEnd end) {
    if (!isTold(assembler.kind(end.block()), end.block().output())) {
      return RawStreamingEvent.of(end);
    }
    Call call = calls.get(end.block().block());
    if (call == null) {
      return null;
    }
    // A damaged call must not be run, so that it is not said to be complete.
    return end.complete()
        ? new CompleteToolCall(
            call.index(),
            ChatResponses.request(
                CarriedAnswer.call(call.start().id(), call.start().name(), end.arguments())))
        : RawStreamingEvent.of(end);
  }

  private @Nullable ChatModelStreamingEvent end(ResponseEnd end) {
    if (!end.verdict().isNatural()) {
      failure = Failures.of(provider, end.verdict(), error);
      return null;
    }
    return new CompleteResponse(ChatResponses.of(assembler.response(), goingBack(), askedModel));
  }

  private List<Message> goingBack() {
    Dialect from = dialect;
    String word = from == null || isJoined ? null : from.word();
    return GoingBack.unanswered(assembler.response(), word).stream()
        .map(message ->
            isRoute && message instanceof Message.Earlier earlier
                ? earlier.from(provider)
                : message)
        .toList();
  }
}
