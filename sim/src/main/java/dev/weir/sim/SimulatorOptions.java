package dev.weir.sim;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.fault.Fault;
import dev.weir.sim.reply.Recorded;
import dev.weir.sim.script.Script;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a simulator runs. Immutable: what begins with {@code with} returns other options. */
public final class SimulatorOptions {
  /** A copy that nobody else has, so it never changes. */
  private final Builder set;

  private SimulatorOptions(Builder from) {
    set = from.copy();
  }

  /** The built-in script on a free port of the loopback address, at its own pace. */
  public static SimulatorOptions defaults() {
    return builder().build();
  }

  /** A builder that begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that begins with these. */
  public Builder toBuilder() {
    return set.copy();
  }

  /** Where it listens; the loopback address unless others are to reach it. */
  public String host() {
    return set.host;
  }

  /** Where it listens; 0 for a port that is free. */
  public int port() {
    return set.port;
  }

  /** What it speaks; if several have a path, the first answers. */
  public List<Dialect> dialects() {
    return set.dialects;
  }

  /** What it answers. */
  public Script script() {
    return set.script.get();
  }

  /** What it answers instead of its script, in turn, in the dialects that they have. */
  public List<Recorded> recordings() {
    return set.recordings;
  }

  /** What is wrong with every answer that has no fault of its own. */
  public @Nullable Fault fault() {
    return set.fault;
  }

  /** How many times faster than stated answers come; infinite for at once. */
  public double speed() {
    return set.speed;
  }

  /** A longer request is refused. */
  public int maxBodyBytes() {
    return set.maxBodyBytes;
  }

  /**
   * Whether it asks for a key and refuses what providers refuse about keys, fields, ranges, names
   * and schemas, beyond conversations.
   */
  public boolean isStrict() {
    return set.isStrict;
  }

  /** Whether pages of any origin may ask it, in a browser. */
  public boolean hasCors() {
    return set.hasCors;
  }

  /**
   * Is told of every request with what was answered; on an event loop, so it must not block for
   * long.
   */
  public Consumer<SimulatedRequest> seen() {
    return set.seen;
  }

  /** Listening there. */
  public SimulatorOptions withHost(String other) {
    return toBuilder().host(other).build();
  }

  /** Listening on that port; 0 for one that is free. */
  public SimulatorOptions withPort(int other) {
    return toBuilder().port(other).build();
  }

  /** Speaking only these. */
  public SimulatorOptions withDialects(List<Dialect> other) {
    return toBuilder().dialects(other).build();
  }

  /** Answering from another script. */
  public SimulatorOptions withScript(Script other) {
    return toBuilder().script(other).build();
  }

  /** Answering from recordings, in turn. */
  public SimulatorOptions withRecordings(List<Recorded> other) {
    return toBuilder().recordings(other).build();
  }

  /** With something wrong in every answer that has no fault of its own. */
  public SimulatorOptions withFault(@Nullable Fault other) {
    return toBuilder().fault(other).build();
  }

  /** So many times faster than stated. */
  public SimulatorOptions withSpeed(double other) {
    return toBuilder().speed(other).build();
  }

  /** As strict as providers are about keys, fields, ranges, names and schemas. */
  public SimulatorOptions withStrict(boolean other) {
    return toBuilder().isStrict(other).build();
  }

  /** For pages of other origins, in a browser. */
  public SimulatorOptions withCors(boolean other) {
    return toBuilder().hasCors(other).build();
  }

  /** Tells somebody of every request. */
  public SimulatorOptions withSeen(Consumer<SimulatedRequest> other) {
    return toBuilder().seen(other).build();
  }

  /** Without any pause, as suits tests. */
  public SimulatorOptions atOnce() {
    return withSpeed(Double.POSITIVE_INFINITY);
  }

  /** Builds them. */
  public static final class Builder implements Cloneable {
    private String host = "127.0.0.1";
    private int port;
    private List<Dialect> dialects = Dialects.all();
    private Supplier<Script> script = new LaterScript(Script::builtIn);
    private List<Recorded> recordings = List.of();
    private @Nullable Fault fault;
    private double speed = 1;
    private int maxBodyBytes = 32 << 20;
    private boolean isStrict;
    private boolean hasCors;
    private Consumer<SimulatedRequest> seen = request -> {};

    private Builder() {}

    /** Where it listens; the loopback address unless others are to reach it. */
    public Builder host(String value) {
      host = value;
      return this;
    }

    /** Where it listens; 0 for a port that is free. */
    public Builder port(int value) {
      port = value;
      return this;
    }

    /** What it speaks; if several have a path, the first answers. */
    public Builder dialects(List<Dialect> value) {
      dialects = List.copyOf(value);
      return this;
    }

    /** What it answers. */
    public Builder script(Script value) {
      return script(() -> value);
    }

    /** What it answers, read once, when it is first needed. */
    public Builder script(Supplier<Script> value) {
      script = new LaterScript(value);
      return this;
    }

    /** What it answers instead of its script, in turn, in the dialects that they have. */
    public Builder recordings(List<Recorded> value) {
      recordings = List.copyOf(value);
      return this;
    }

    /** What is wrong with every answer that has no fault of its own. */
    public Builder fault(@Nullable Fault value) {
      fault = value;
      return this;
    }

    /** How many times faster than stated answers come; infinite for at once. */
    public Builder speed(double value) {
      speed = value;
      return this;
    }

    /** A longer request is refused. */
    public Builder maxBodyBytes(int value) {
      maxBodyBytes = value;
      return this;
    }

    /**
     * Whether it asks for a key and refuses what providers refuse about keys, fields, ranges, names
     * and schemas, beyond conversations.
     */
    public Builder isStrict(boolean value) {
      isStrict = value;
      return this;
    }

    /** Whether pages of any origin may ask it, in a browser. */
    public Builder hasCors(boolean value) {
      hasCors = value;
      return this;
    }

    /**
     * Is told of every request with what was answered; on an event loop, so it must not block for
     * long.
     */
    public Builder seen(Consumer<SimulatedRequest> value) {
      seen = value;
      return this;
    }

    /** What was set, and the defaults for the rest. */
    public SimulatorOptions build() {
      if (!(speed > 0)) {
        throw new IllegalArgumentException("A speed must be above 0, saw " + speed);
      }
      return new SimulatorOptions(this);
    }

    private Builder copy() {
      try {
        return (Builder) clone();
      } catch (CloneNotSupportedException never) {
        throw new AssertionError(never);
      }
    }
  }
}
