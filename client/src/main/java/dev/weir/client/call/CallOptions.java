package dev.weir.client.call;

import dev.weir.codec.dialect.DecodeOptions;
import java.time.Duration;

/** How patient a call is. Immutable: what begins with {@code with} returns other options. */
public final class CallOptions {
  /** Some minutes of patience, three tries. */
  public static final CallOptions DEFAULT = builder().build();

  /** A copy that nobody else has, so it never changes. */
  private final Builder set;

  private CallOptions(Builder from) {
    set = from.copy();
  }

  /** A builder that begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that begins with these. */
  public Builder toBuilder() {
    return set.copy();
  }

  /** How long to wait for a connection. */
  public Duration connect() {
    return set.connect;
  }

  /** How long to wait for the first event of a response. */
  public Duration firstEvent() {
    return set.firstEvent;
  }

  /** How long no byte may come once the response has begun. */
  public Duration dead() {
    return set.dead;
  }

  /** How long bytes may come without content. */
  public Duration stalled() {
    return set.stalled;
  }

  /** How long to wait for the end of the bytes after the end of the response. */
  public Duration settled() {
    return set.settled;
  }

  /** How often to try in all, as long as nothing was seen. */
  public int tries() {
    return set.tries;
  }

  /** How long to wait before the second try; twice as long before each further one. */
  public Duration backoff() {
    return set.backoff;
  }

  /** The longest wait between tries; a provider that asks for more is not asked again. */
  public Duration maxBackoff() {
    return set.maxBackoff;
  }

  /**
   * How often a response that its provider keeps is resumed from where it broke or where events are
   * missing; 0 means never. Only what runs in the background with OpenAI Responses or Gemini
   * Interactions can be resumed, so it affects nothing else.
   */
  public int resumes() {
    return set.resumes;
  }

  /**
   * What to do where events are missing; {@link OnGap#WARN} unless asked for, because a further try
   * is a further bill.
   */
  public OnGap onGap() {
    return set.onGap;
  }

  /** How streams are decoded. */
  public DecodeOptions decode() {
    return set.decode;
  }

  /** With another patience for connections. */
  public CallOptions withConnect(Duration other) {
    return toBuilder().connect(other).build();
  }

  /** With another clock for the first event. */
  public CallOptions withFirstEvent(Duration other) {
    return toBuilder().firstEvent(other).build();
  }

  /** With another clock for silence: no byte at all. */
  public CallOptions withDead(Duration other) {
    return toBuilder().dead(other).build();
  }

  /** With another clock for bytes without content. */
  public CallOptions withStalled(Duration other) {
    return toBuilder().stalled(other).build();
  }

  /** With so many tries in all, and so long a wait before the second. */
  public CallOptions withTries(int count, Duration wait) {
    return toBuilder().tries(count).backoff(wait).build();
  }

  /** With so many resumes. */
  public CallOptions withResumes(int other) {
    return toBuilder().resumes(other).build();
  }

  /** With another way to take missing events. */
  public CallOptions withOnGap(OnGap other) {
    return toBuilder().onGap(other).build();
  }

  /** With another way to decode. */
  public CallOptions withDecode(DecodeOptions other) {
    return toBuilder().decode(other).build();
  }

  /** Builds them. */
  public static final class Builder implements Cloneable {
    private Duration connect = Duration.ofSeconds(10);
    private Duration firstEvent = Duration.ofMinutes(2);
    private Duration dead = Duration.ofMinutes(2);
    private Duration stalled = Duration.ofMinutes(10);
    private Duration settled = Duration.ofSeconds(1);
    private int tries = 3;
    private Duration backoff = Duration.ofMillis(500);
    private Duration maxBackoff = Duration.ofSeconds(60);
    private int resumes = 3;
    private OnGap onGap = OnGap.WARN;
    private DecodeOptions decode = DecodeOptions.DEFAULT;

    private Builder() {}

    /** How long to wait for a connection. */
    public Builder connect(Duration value) {
      connect = value;
      return this;
    }

    /** How long to wait for the first event of a response. */
    public Builder firstEvent(Duration value) {
      firstEvent = value;
      return this;
    }

    /** How long no byte may come once the response has begun. */
    public Builder dead(Duration value) {
      dead = value;
      return this;
    }

    /** How long bytes may come without content. */
    public Builder stalled(Duration value) {
      stalled = value;
      return this;
    }

    /** How long to wait for the end of the bytes after the end of the response. */
    public Builder settled(Duration value) {
      settled = value;
      return this;
    }

    /** How often to try in all, as long as nothing was seen. */
    public Builder tries(int value) {
      tries = value;
      return this;
    }

    /** How long to wait before the second try; twice as long before each further one. */
    public Builder backoff(Duration value) {
      backoff = value;
      return this;
    }

    /** The longest wait between tries; a provider that asks for more is not asked again. */
    public Builder maxBackoff(Duration value) {
      maxBackoff = value;
      return this;
    }

    /**
     * How often a response that its provider keeps is resumed from where it broke or where events
     * are missing; 0 means never. Only what runs in the background with OpenAI Responses or Gemini
     * Interactions can be resumed, so it affects nothing else.
     */
    public Builder resumes(int value) {
      resumes = value;
      return this;
    }

    /**
     * What to do where events are missing; {@link OnGap#WARN} unless asked for, because a further
     * try is a further bill.
     */
    public Builder onGap(OnGap value) {
      onGap = value;
      return this;
    }

    /** How streams are decoded. */
    public Builder decode(DecodeOptions value) {
      decode = value;
      return this;
    }

    /** What was set, and the defaults for the rest. */
    public CallOptions build() {
      if (tries < 1) {
        throw new IllegalArgumentException("A call needs at least one try, saw " + tries);
      }
      if (resumes < 0) {
        throw new IllegalArgumentException("resumes counts from 0, saw " + resumes);
      }
      return new CallOptions(this);
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
