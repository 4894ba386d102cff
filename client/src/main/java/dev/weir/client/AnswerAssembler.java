package dev.weir.client;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.ProviderError;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.client.turn.Turn;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.Seam;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes an answer out of what happens to a call. Used by one thread at a time. */
final class AnswerAssembler {
  private final ResponseAssembler assembler = new ResponseAssembler();
  private final String name;
  private final @Nullable Dialect spoken;
  private CallEvent.@Nullable Asking step;
  private @Nullable ProviderError error;
  private final Set<RequestLoss> leftOut = new LinkedHashSet<>();
  private boolean isJoined;
  private int firstBlockOfPass;

  AnswerAssembler(Upstream upstream) {
    this.name = upstream.name();
    this.spoken = upstream.dialect();
  }

  /** Takes what happens on the way; the events of the response come one by one. */
  void accept(CallEvent event) {
    if (event instanceof CallEvent.Problem problem) {
      error = problem.error();
    } else if (event instanceof CallEvent.Trying trying) {
      leftOut.addAll(trying.lost());
    } else if (event instanceof CallEvent.Asking asking) {
      step = asking;
    }
  }

  void accept(StreamEvent event) {
    isJoined |= event instanceof Seam;
    if (event instanceof PassStart) {
      // All that came so far belongs to earlier passes.
      firstBlockOfPass = assembler.nextBlock();
    }
    assembler.accept(event);
  }

  ResponseAssembler assembler() {
    return assembler;
  }

  @Nullable ProviderError error() {
    return error;
  }

  /** The answer as far as it has come. */
  Answer answer(@Nullable StreamCall call) {
    Response response = assembler.response();
    String text =
        response.firstAnswer(BlockKind.TEXT).stream()
            .filter(block -> block.block().block() >= firstBlockOfPass)
            .map(Response.Block::text)
            .collect(Collectors.joining());
    CallEvent.Asking asked = step;
    Dialect dialect = asked == null ? spoken : asked.dialect();
    List<Message> more =
        call instanceof Turn turn ? turn.messages() : goingBack(response, dialect, asked);
    String provider = asked == null ? name : asked.provider();
    return new Answer(response, text, provider, dialect, error, leftOut, more);
  }

  private List<Message> goingBack(
      Response response, @Nullable Dialect dialect, CallEvent.@Nullable Asking asked) {
    // What two models wrote together goes back to neither as its own.
    String word = dialect == null || isJoined ? null : dialect.word();
    return GoingBack.unanswered(response, word).stream()
        .map(message ->
            asked != null && message instanceof Message.Earlier earlier
                ? earlier.from(asked.provider())
                : message)
        .toList();
  }
}
