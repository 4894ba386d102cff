package dev.weir.cli.input;

import dev.weir.log.recording.Entry.Reached;
import dev.weir.log.recording.RecordingHeader.Request;
import dev.weir.log.recording.Secrets;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where bytes are from: what is known about them besides themselves.
 *
 * @param name what to call them
 * @param isOneOfSeveral whether others are in the same input
 * @param layers how many wrappings were removed
 * @param exchange the one that they answer, where a capture has it
 * @param timed whether they have the times at which they came
 * @param clockMicros what time it is when they end; 0 where that is the time of the last
 */
record CaptureSource(
    String name,
    boolean isOneOfSeveral,
    int layers,
    @Nullable CapturedExchange exchange,
    Instant startedAt,
    boolean timed,
    LongSupplier clockMicros,
    Damage damage) {

  static CaptureSource of(String name, Instant startedAt, boolean timed, LongSupplier clockMicros) {
    return new CaptureSource(name, false, 0, null, startedAt, timed, clockMicros, new Damage());
  }

  /** The same, one wrapping further in. */
  CaptureSource unwrapped() {
    return new CaptureSource(
        name, isOneOfSeveral, layers + 1, exchange, startedAt, timed, clockMicros, damage);
  }

  /** The answer of an exchange. */
  CaptureSource of(CapturedExchange answered, Exchanges exchanges) {
    boolean areSeveral = exchanges.areSeveral();
    Instant started = answered.startedAt();
    return new CaptureSource(
        areSeveral || answered.number() > 1 ? name + "#" + answered.number() : name,
        isOneOfSeveral || areSeveral,
        layers + 1,
        answered,
        started == null ? startedAt : started,
        answered.timed(),
        exchanges.areLive() ? clockMicros : () -> 0,
        damage);
  }

  @Nullable Request request() {
    return exchange == null ? null : exchange.request();
  }

  /** Keys that were sent with the request, which the bytes may repeat. */
  Secrets secrets() {
    return exchange == null ? Secrets.NONE : exchange.secrets();
  }

  /** The status of the http response that carried them; 0 where it is not known. */
  int status() {
    return exchange == null ? 0 : exchange.status();
  }

  /** What happened before the first byte, where that is known. */
  List<Reached> milestones() {
    return exchange == null ? List.of() : exchange.milestones();
  }

  /** Whether they are one of many answers, which need not be a stream. */
  boolean isAnyAnswer() {
    return isOneOfSeveral && exchange != null && !exchange.isStreamed();
  }
}
