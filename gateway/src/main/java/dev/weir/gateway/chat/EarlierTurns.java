package dev.weir.gateway.chat;

import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.gateway.stream.StreamDescription;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Summary;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** What went before a request, if it continues an earlier stream. */
public final class EarlierTurns {
  /**
   * Each turn is read from the log: more than any model could read must not keep the gateway busy.
   */
  private static final int MAX_TURNS = 10_000;

  private EarlierTurns() {}

  /**
   * All that was asked and answered up to a stream, oldest first: every answer with its reasoning
   * and signatures, and the results of the tools. Blocks.
   *
   * @param outputs results of the client's own tools for the calls of that stream
   * @param room is told of the bytes of each turn before it is read; what it throws is thrown
   * @throws WrongRequestException if there is no such stream of that owner, it is still live, it
   *     did not call what the outputs answer, or it has more turns than the limit
   */
  public static List<Message> upTo(
      Streams streams, String id, String owner, List<ToolOutput> outputs, LongConsumer room)
      throws IOException, WrongRequestException {
    return upTo(streams, id, owner, outputs, room, MAX_TURNS);
  }

  static List<Message> upTo(
      Streams streams,
      String id,
      String owner,
      List<ToolOutput> outputs,
      LongConsumer room,
      int maxTurns)
      throws IOException, WrongRequestException {
    Deque<List<Message>> turns = new ArrayDeque<>();
    Optional<String> next = Optional.of(id);
    List<ToolOutput> given = outputs;
    while (next.isPresent()) {
      if (turns.size() == maxTurns) {
        throw new WrongRequestException(
            "\"after\": the conversation before has more than %,d turns, which is the limit; begin a new one"
                .formatted(maxTurns));
      }
      String turn = next.get();
      Summary stream = streams.index().find(turn, owner).orElse(null);
      if (stream == null) {
        throw new WrongRequestException(
            "\"after\": you have no stream \"%s\"; it may have expired"
                .formatted(ChatRequest.shortened(turn)));
      }
      if (stream.state() == Summary.State.LIVE) {
        throw new WrongRequestException(
            "\"after\": stream \"%s\" is still live; wait for its end or cancel it"
                .formatted(turn));
      }
      StreamDescription about = streams.facts().about(stream, room);
      if (about.door() != null) {
        throw new WrongRequestException(
            ("\"after\": stream \"%s\" was asked for in %s; continue it there, or send its"
                    + " conversation as \"messages\"")
                .formatted(turn, about.door().dialect()));
      }
      ChatMessages asked = ChatMessages.parse(about.messages());
      List<Message> messages = new ArrayList<>(asked.spoken());
      messages.addAll(PastTurn.messages(streams.facts().events(stream), about.dialect(), given));
      given = asked.outputs();
      turns.addFirst(messages);
      next = Optional.ofNullable(about.after());
    }
    List<Message> all = new ArrayList<>();
    turns.forEach(all::addAll);
    return all;
  }
}
