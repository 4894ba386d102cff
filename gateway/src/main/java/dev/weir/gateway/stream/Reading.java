package dev.weir.gateway.stream;

import dev.weir.codec.dialect.StreamForm;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * How one client gets a stream over its connection.
 *
 * @param waits whether the head of the http response waits for some of the answer, so that a
 *     failure before it can be a status
 * @param headers further ones of the http response, asked for when its head is written
 * @param onNothing asked when the stream has ended without any of an answer: whether the client was
 *     told so with a status
 * @param onAhead answers a client that has more frames than the log, whose number is given
 * @param onLeave what to do when the client leaves before the end
 */
public record Reading(
    StreamForm form,
    boolean waits,
    Supplier<Map<String, String>> headers,
    BooleanSupplier onNothing,
    LongConsumer onAhead,
    Runnable onLeave) {

  /** A client that can come back for the rest. */
  public static Reading resumable(Format format, LongConsumer onAhead) {
    return new Reading(
        format.form(), /* waits= */ false, format::headers, () -> false, onAhead, () -> {});
  }

  /** The same with further headers of the http response. */
  public Reading with(Supplier<Map<String, String>> more) {
    Supplier<Map<String, String>> own = headers;
    Supplier<Map<String, String>> both =
        () -> {
          Map<String, String> all = new LinkedHashMap<>(own.get());
          all.putAll(more.get());
          return all;
        };
    return new Reading(form, waits, both, onNothing, onAhead, onLeave);
  }

  /** A client of a dialect, which has asked just now and cannot come back. */
  public static Reading once(
      StreamForm form,
      Supplier<Map<String, String>> headers,
      BooleanSupplier onNothing,
      Runnable onLeave) {
    return new Reading(form, /* waits= */ true, headers, onNothing, frames -> {}, onLeave);
  }
}
