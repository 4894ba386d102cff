package dev.weir.sim;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.fault.Fault;
import dev.weir.sim.reply.Recorded;
import dev.weir.sim.script.Script;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a simulator runs.
 *
 * @param host where it listens; the loopback address unless others are to reach it
 * @param port 0 for one that is free
 * @param dialects what it speaks; if several have a path, the first answers
 * @param script what it answers
 * @param recordings what it answers instead, in turn, in the dialects that they have
 * @param fault what is wrong with every answer that has no fault of its own
 * @param speed how many times faster than stated answers come; infinite for at once
 * @param maxBodyBytes a longer request is refused
 * @param isStrict whether it asks for a key and refuses what providers refuse beyond conversations
 * @param hasCors whether pages of any origin may ask it
 * @param seen is told of every request with what was answered; on an event loop, so it must not
 *     block for long
 */
public record SimulatorOptions(
    String host,
    int port,
    List<Dialect> dialects,
    Script script,
    List<Recorded> recordings,
    @Nullable Fault fault,
    double speed,
    int maxBodyBytes,
    boolean isStrict,
    boolean hasCors,
    Consumer<SimulatedRequest> seen) {

  public SimulatorOptions {
    dialects = List.copyOf(dialects);
    recordings = List.copyOf(recordings);
    if (!(speed > 0)) {
      throw new IllegalArgumentException("A speed must be above 0, saw " + speed);
    }
  }

  /** The built-in script on a free port of the loopback address, at its own pace. */
  public static SimulatorOptions defaults() {
    return new SimulatorOptions(
        "127.0.0.1",
        /* port= */ 0,
        Dialects.all(),
        Script.builtIn(),
        List.of(),
        /* fault= */ null,
        /* speed= */ 1,
        /* maxBodyBytes= */ 32 << 20,
        /* isStrict= */ false,
        /* hasCors= */ false,
        request -> {});
  }

  public SimulatorOptions withHost(String other) {
    return new SimulatorOptions(
        other,
        port,
        dialects,
        script,
        recordings,
        fault,
        speed,
        maxBodyBytes,
        isStrict,
        hasCors,
        seen);
  }

  public SimulatorOptions withPort(int other) {
    return new SimulatorOptions(
        host,
        other,
        dialects,
        script,
        recordings,
        fault,
        speed,
        maxBodyBytes,
        isStrict,
        hasCors,
        seen);
  }

  public SimulatorOptions withDialects(List<Dialect> others) {
    return new SimulatorOptions(
        host,
        port,
        others,
        script,
        recordings,
        fault,
        speed,
        maxBodyBytes,
        isStrict,
        hasCors,
        seen);
  }

  public SimulatorOptions withScript(Script other) {
    return new SimulatorOptions(
        host,
        port,
        dialects,
        other,
        recordings,
        fault,
        speed,
        maxBodyBytes,
        isStrict,
        hasCors,
        seen);
  }

  public SimulatorOptions withRecordings(List<Recorded> others) {
    return new SimulatorOptions(
        host, port, dialects, script, others, fault, speed, maxBodyBytes, isStrict, hasCors, seen);
  }

  public SimulatorOptions withFault(@Nullable Fault other) {
    return new SimulatorOptions(
        host,
        port,
        dialects,
        script,
        recordings,
        other,
        speed,
        maxBodyBytes,
        isStrict,
        hasCors,
        seen);
  }

  public SimulatorOptions withSpeed(double other) {
    return new SimulatorOptions(
        host,
        port,
        dialects,
        script,
        recordings,
        fault,
        other,
        maxBodyBytes,
        isStrict,
        hasCors,
        seen);
  }

  /** Without any pause, as suits tests. */
  public SimulatorOptions atOnce() {
    return withSpeed(Double.POSITIVE_INFINITY);
  }

  /** As strict as providers are about keys, fields, ranges, names and schemas. */
  public SimulatorOptions withStrict(boolean other) {
    return new SimulatorOptions(
        host, port, dialects, script, recordings, fault, speed, maxBodyBytes, other, hasCors, seen);
  }

  /** For pages of other origins, in a browser. */
  public SimulatorOptions withCors(boolean other) {
    return new SimulatorOptions(
        host,
        port,
        dialects,
        script,
        recordings,
        fault,
        speed,
        maxBodyBytes,
        isStrict,
        other,
        seen);
  }

  /** Tells somebody of every request. */
  public SimulatorOptions withSeen(Consumer<SimulatedRequest> other) {
    return new SimulatorOptions(
        host,
        port,
        dialects,
        script,
        recordings,
        fault,
        speed,
        maxBodyBytes,
        isStrict,
        hasCors,
        other);
  }
}
