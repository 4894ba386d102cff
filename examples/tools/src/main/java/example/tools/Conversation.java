package example.tools;

import dev.weir.client.Answer;
import dev.weir.client.EventStream;
import dev.weir.client.Weir;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import java.util.List;
import java.util.function.Consumer;

/** A conversation: each question knows what was said before. */
final class Conversation {
  private final Weir weir;
  private Request said =
      Request.of(new Message.Instruction("You answer at a landing stage. Be brief."));

  Conversation(Weir weir) {
    this.weir = weir.withTools(new Timetable());
  }

  /** Asks, and hands over the answer as it comes. What the model calls is run meanwhile. */
  Answer ask(String question, Consumer<String> pieces) {
    Request next = said.withMore(List.of(Message.user(question)));
    try (EventStream events = weir.stream(next)) {
      events.text().forEach(pieces);
      Answer answer = events.answer();
      // A question that failed is not remembered, so it can be asked again.
      if (answer.error().isEmpty()) {
        said = next.withMore(answer.newMessages());
      }
      return answer;
    }
  }
}
