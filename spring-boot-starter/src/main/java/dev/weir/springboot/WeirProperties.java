package dev.weir.springboot;

import dev.weir.client.call.CallOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who is asked, how patiently, and what is kept of the streams that are served.
 *
 * @param provider who is asked: a preset, or one of {@code providers}; by default the first preset
 *     whose key is set
 * @param model who answers where a request names no model; by default the provider's own
 * @param providers providers by name; one with the name of a preset changes it
 * @param route who is asked one after the other, instead of {@code provider}
 */
@ConfigurationProperties("weir")
public record WeirProperties(
    @Nullable String provider,
    @Nullable String model,
    @DefaultValue Map<String, Given> providers,
    @DefaultValue List<Step> route,
    @DefaultValue Calls calls,
    @DefaultValue Streams streams) {

  public WeirProperties {
    providers = Map.copyOf(providers);
    route = List.copyOf(route);
  }

  /**
   * A provider, or what differs from its preset. Its text form shows no key.
   *
   * @param preset the preset to begin with; by default that of its name
   * @param dialect what it speaks, where there is no preset
   * @param key by default what the preset's variable of the environment holds
   * @param model who answers by default
   * @param headers sent with every request
   */
  public record Given(
      @Nullable String preset,
      @Nullable String dialect,
      @Nullable String baseUrl,
      @Nullable String key,
      @Nullable String model,
      @DefaultValue Map<String, String> headers) {
    static final Given NOTHING = new Given(null, null, null, null, null, Map.of());

    public Given {
      headers = Map.copyOf(headers);
    }

    @Override
    public String toString() {
      return "Given[preset=%s, dialect=%s, baseUrl=%s, model=%s]"
          .formatted(preset, dialect, baseUrl, model);
    }
  }

  /**
   * A step of the route.
   *
   * @param model by default the provider's own
   * @param weight its share among the steps that have one
   */
  public record Step(String provider, @Nullable String model, @Nullable Integer weight) {}

  /**
   * How patient calls are; what is absent is as in {@link CallOptions#DEFAULT}.
   *
   * @param connect how long to wait for a connection
   * @param firstEvent how long to wait for the first event of a response
   * @param dead how long no byte may come once the response has begun
   * @param stalled how long bytes may come without content
   * @param tries how often to try in all, as long as nothing was seen
   * @param backoff how long to wait before the second try
   */
  public record Calls(
      @Nullable Duration connect,
      @Nullable Duration firstEvent,
      @Nullable Duration dead,
      @Nullable Duration stalled,
      @Nullable Integer tries,
      @Nullable Duration backoff) {

    CallOptions options() {
      CallOptions usual = CallOptions.DEFAULT;
      return usual
          .withConnect(Objects.requireNonNullElse(connect, usual.connect()))
          .withFirstEvent(Objects.requireNonNullElse(firstEvent, usual.firstEvent()))
          .withDead(Objects.requireNonNullElse(dead, usual.dead()))
          .withStalled(Objects.requireNonNullElse(stalled, usual.stalled()))
          .withTries(
              Objects.requireNonNullElse(tries, usual.tries()),
              Objects.requireNonNullElse(backoff, usual.backoff()));
    }
  }

  /**
   * The streams that {@link WeirStreams} serves.
   *
   * @param folder where they are kept; by default a temporary folder, which ends with the
   *     application
   * @param keep how long after its end a stream can be read again
   * @param grace how long a stream whose last reader has left goes on; zero cancels it at once
   * @param beat how often a reader hears something while nothing comes, which is also how one that
   *     is gone is noticed
   */
  public record Streams(
      @Nullable Path folder,
      @DefaultValue("1h") Duration keep,
      @DefaultValue("60s") Duration grace,
      @DefaultValue("15s") Duration beat) {}
}
