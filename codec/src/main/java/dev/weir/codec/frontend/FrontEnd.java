package dev.weir.codec.frontend;

import dev.weir.codec.Frame;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamEvent;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A protocol by which other people's front ends ask for a turn and read it. */
public interface FrontEnd {

  /** The name by which it is asked for. */
  String word();

  /** Where it is asked; its streams are found below. */
  String path();

  /** The headers that its http responses add. */
  Map<String, String> headers();

  /**
   * A fold from the events of a turn to its frames. Names in them come only from the answer's place
   * and the numbers of the events, so they are the same whenever it is folded.
   */
  Consumer<StreamEvent> encoder(AnswerPlace place, Consumer<? super Frame> out);

  /**
   * How a late joiner is told what came before; absent if it gets all of it.
   *
   * @param asked the conversation as it came
   */
  default Optional<LateJoin> lateJoin(Json asked) {
    return Optional.empty();
  }

  /**
   * Reads what a front end asks.
   *
   * @throws dev.weir.codec.request.BadRequestException if it is not a request of this protocol
   */
  FrontEndRequest read(Json body);
}
