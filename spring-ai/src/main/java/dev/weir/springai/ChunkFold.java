package dev.weir.springai;

import dev.weir.client.call.CallEvent;
import dev.weir.codec.conversation.CarriedAnswer;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.event.BlockKind;
import dev.weir.event.FirstAnswer;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.Seam;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatResponse;

/**
 * Folds the events of a response into Spring AI's chunks: text and thinking as they come, and at
 * the end everything else. Belongs to one response.
 */
final class ChunkFold {
  private final ResponseAssembler assembler = new ResponseAssembler();
  private final FirstAnswer firstAnswer = new FirstAnswer();
  private @Nullable String provider;
  private @Nullable Dialect dialect;
  private @Nullable String askedModel;
  private boolean isJoined;

  /**
   * @param dialect in which the response goes back; absent if there is none
   * @param askedModel absent for the provider's default
   */
  ChunkFold(@Nullable Dialect dialect, @Nullable String askedModel) {
    this.dialect = dialect;
    this.askedModel = askedModel;
  }

  /** Takes what happens on the way: in a route, who answers. */
  void note(CallEvent event) {
    if (event instanceof CallEvent.Asking asking) {
      provider = asking.provider();
      dialect = asking.dialect();
      askedModel = asking.modelName();
    }
  }

  /** What Spring AI is told of an event; {@code null} if nothing. */
  @Nullable ChatResponse of(StreamEvent event) {
    assembler.accept(event);
    firstAnswer.accept(event);
    // What several models or passes gave is not an answer of the dialect.
    isJoined |= event instanceof Seam || event instanceof PassStart;
    return told(event);
  }

  private @Nullable ChatResponse told(StreamEvent event) {
    if (event instanceof BlockDelta delta) {
      return delta(delta);
    }
    return event instanceof ResponseEnd end && end.verdict().isNatural()
        ? ChatResponses.last(assembler.response(), goingBack(), askedModel)
        : null;
  }

  private @Nullable ChatResponse delta(BlockDelta delta) {
    if (delta.text().isEmpty() || !firstAnswer.has(delta.block().output())) {
      return null;
    }
    BlockKind kind = assembler.kind(delta.block());
    if (kind == BlockKind.REASONING) {
      return ChatResponses.thinking(delta.text());
    }
    return CarriedAnswer.isText(kind) ? ChatResponses.text(delta.text()) : null;
  }

  private List<Message> goingBack() {
    Dialect from = dialect;
    String giver = provider;
    String word = from == null || isJoined ? null : from.word();
    return GoingBack.unanswered(assembler.response(), word).stream()
        .map(message ->
            giver != null && message instanceof Message.Earlier earlier
                ? earlier.from(giver)
                : message)
        .toList();
  }
}
