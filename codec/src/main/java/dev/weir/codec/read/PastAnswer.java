package dev.weir.codec.read;

import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.BadRequestException;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads a model's message in a request with the dialect's own decoder, as if it came once more. So
 * whatever the dialect can send back is understood in one place, and a response reads the same from
 * the request after it.
 */
public final class PastAnswer {
  private PastAnswer() {}

  /**
   * Reads an answer.
   *
   * @param chunks the message as a response would bring it
   * @throws BadRequestException if it is beyond the limits
   */
  public static Response of(
      Field message, Function<EventWriter, DialectDecoder> decoders, List<Json> chunks) {
    return of(
        message,
        decoders,
        decoder -> chunks.forEach(chunk -> decoder.chunk(Frame.data(""), chunk)));
  }

  /**
   * Reads an answer.
   *
   * @param feed hands the message to the decoder as a response would bring it
   * @throws BadRequestException if it is beyond the limits
   */
  public static Response of(
      Field message,
      Function<EventWriter, DialectDecoder> decoders,
      Consumer<DialectDecoder> feed) {
    var assembler = new ResponseAssembler();
    var writer = new EventWriter(Limits.DEFAULT);
    writer.to(assembler::accept);
    DialectDecoder decoder = decoders.apply(writer);
    try {
      feed.accept(decoder);
      decoder.end();
    } catch (LimitExceededException limit) {
      throw new BadRequestException(message.path(), String.valueOf(limit.getMessage()));
    }
    writer.end(Verdict.COMPLETE, null);
    return assembler.response();
  }
}
