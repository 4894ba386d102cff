package dev.weir.gateway.chat;

import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.gateway.stream.About;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Summary;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** What went before a request, if it continues an earlier stream. */
public final class Conversation {
  private static final int MAX_TURNS = 500;

  private Conversation() {}

  /**
   * All that was asked and answered up to a stream, oldest first: every answer with its reasoning
   * and signatures, and what the tools gave. Blocks.
   *
   * @param outputs what the client's own tools gave to the calls of that stream
   * @throws WrongRequestException if there is no such stream of that owner, it is still live, or it
   *     did not call what the outputs answer
   */
  public static List<Message> upTo(
      Streams streams, String id, String owner, List<ToolOutput> outputs)
      throws IOException, WrongRequestException {
    Deque<List<Message>> turns = new ArrayDeque<>();
    Optional<String> next = Optional.of(id);
    List<ToolOutput> given = outputs;
    while (next.isPresent() && turns.size() < MAX_TURNS) {
      String turn = next.get();
      Summary stream = streams.find(turn, owner).orElse(null);
      if (stream == null) {
        throw new WrongRequestException(
            "\"after\": there is no stream \"%s\" of yours; it may have expired"
                .formatted(ChatRequest.shortened(turn)));
      }
      if (stream.state() == Summary.State.LIVE) {
        throw new WrongRequestException(
            "\"after\": stream \"%s\" is still live; wait for its end or cancel it"
                .formatted(turn));
      }
      About about = streams.about(stream);
      ChatMessages asked = ChatMessages.parse(about.messages());
      List<Message> messages = new ArrayList<>(asked.spoken());
      messages.addAll(PastTurn.messages(streams.events(stream), about.dialect(), given));
      given = asked.outputs();
      turns.addFirst(messages);
      next = Optional.ofNullable(about.after());
    }
    List<Message> all = new ArrayList<>();
    turns.forEach(all::addAll);
    return all;
  }
}
