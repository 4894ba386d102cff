package dev.weir.codec.frontend;

import dev.weir.codec.Frame;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamEvent;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A protocol by which front ends of others ask for a turn and read it. */
public interface FrontEnd {

  /** The name by which it is asked for. */
  String word();

  /** Where it is asked; its streams are found below. */
  String path();

  /** What the http response of its streams says besides. */
  Map<String, String> headers();

  /**
   * A fold from the events of a turn to its frames. Names in them come from where the answer stands
   * and from the numbers of the events alone, so that they are the same whenever it is folded.
   */
  Consumer<StreamEvent> encoder(AnswerPlace place, Consumer<? super Frame> out);

  /**
   * How who joins late is told what came before; absent if by all of it.
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
