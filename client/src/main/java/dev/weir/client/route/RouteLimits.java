package dev.weir.client.route;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long a route waits for a step. Immutable: what begins with {@code with} returns other limits.
 */
public final class RouteLimits {
  /** A minute for the first content and between contents, half an hour for the whole. */
  public static final RouteLimits DEFAULT = builder().build();

  /** A copy that nobody else has, so it never changes. */
  private final Builder set;

  private RouteLimits(Builder from) {
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

  /** How long from the beginning of a try to its first content. */
  public Duration firstToken() {
    return set.firstToken;
  }

  /** How long between two pieces of content. */
  public Duration idle() {
    return set.idle;
  }

  /** How long for the whole answer, with all tries and the time its reader takes. */
  public Duration total() {
    return set.total;
  }

  /** How fast content must come once it does, over ten seconds; 0 for any. */
  public double charactersPerSecond() {
    return set.charactersPerSecond;
  }

  /** With another limit for connections. */
  public RouteLimits withConnect(Duration other) {
    return toBuilder().connect(other).build();
  }

  /** With another limit for the first content. */
  public RouteLimits withFirstToken(Duration other) {
    return toBuilder().firstToken(other).build();
  }

  /** With another limit for the time between contents. */
  public RouteLimits withIdle(Duration other) {
    return toBuilder().idle(other).build();
  }

  /** With another limit for the whole. */
  public RouteLimits withTotal(Duration other) {
    return toBuilder().total(other).build();
  }

  /** With another least throughput. */
  public RouteLimits withCharactersPerSecond(double other) {
    return toBuilder().charactersPerSecond(other).build();
  }

  private List<Object> values() {
    return List.of(connect(), firstToken(), idle(), total(), charactersPerSecond());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RouteLimits limits && limits.values().equals(values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  @Override
  public String toString() {
    return "RouteLimits" + values();
  }

  /** Builds them. */
  public static final class Builder implements Cloneable {
    private Duration connect = Duration.ofSeconds(10);
    private Duration firstToken = Duration.ofSeconds(60);
    private Duration idle = Duration.ofSeconds(60);
    private Duration total = Duration.ofMinutes(30);
    private double charactersPerSecond;

    private Builder() {}

    /** How long to wait for a connection. */
    public Builder connect(Duration value) {
      connect = value;
      return this;
    }

    /** How long from the beginning of a try to its first content. */
    public Builder firstToken(Duration value) {
      firstToken = value;
      return this;
    }

    /** How long between two pieces of content. */
    public Builder idle(Duration value) {
      idle = value;
      return this;
    }

    /** How long for the whole answer, with all tries and the time its reader takes. */
    public Builder total(Duration value) {
      total = value;
      return this;
    }

    /** How fast content must come once it does, over ten seconds; 0 for any. */
    public Builder charactersPerSecond(double value) {
      charactersPerSecond = value;
      return this;
    }

    /** What was set, and the defaults for the rest. */
    public RouteLimits build() {
      boolean isTime =
          connect.isPositive()
              && firstToken.isPositive()
              && idle.isPositive()
              && total.isPositive();
      if (!isTime || !(charactersPerSecond >= 0)) {
        throw new IllegalArgumentException(
            "The limits of a route are times above 0, and a throughput from 0, saw %s, %s, %s, %s and %s"
                .formatted(connect, firstToken, idle, total, charactersPerSecond));
      }
      return new RouteLimits(this);
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
