package dev.weir.cli.config;

import dev.weir.gateway.settings.StreamLimits;
import dev.weir.log.LogPlace;
import dev.weir.log.file.LogFolder;
import dev.weir.log.file.LogOptions;
import dev.weir.redis.Durability;
import dev.weir.redis.RedisPlace;
import dev.weir.sim.yaml.YamlFields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where streams are kept, and how: in a folder of this machine, or in an engine that many share.
 *
 * @param place a folder or an address; absent for the default folder
 * @param durability what must have happened before an event is acknowledged; absent for the default
 * @param prefix what all names in an engine begin with
 * @param retention how long streams are kept; absent for the default of that place
 * @param authorities certificates in PEM that an engine is trusted by; absent for Java's own
 */
public record LogConfig(
    @Nullable String place,
    @Nullable String durability,
    String prefix,
    @Nullable Duration retention,
    @Nullable Path authorities) {
  /** The variable with the password of an engine. */
  public static final String PASSWORD = "WEIR_REDIS_PASSWORD";

  private static final List<String> OF_FOLDERS = List.of("os", "disk");
  private static final List<String> OF_ENGINES = List.of("engine", "replica", "disk");
  private static final List<String> OF_ANY = List.of("os", "disk", "engine", "replica");
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{1,40}");

  static LogConfig read(YamlFields fields) {
    String place = fields.text("log");
    String durability = fields.text("durability");
    String prefix = fields.text("log-prefix");
    if (prefix != null && !PREFIX.matcher(prefix).matches()) {
      throw fields.refused("log-prefix", "expected 1 to 40 of A–Z a–z 0–9 . _ -");
    }
    Double hours = fields.number("retention-hours");
    if (place != null && isEngine(place)) {
      try {
        RedisPlace.parse(place);
      } catch (IllegalArgumentException wrong) {
        throw fields.refused("log", String.valueOf(wrong.getMessage()));
      }
    }
    List<String> known = place == null ? OF_ANY : words(place);
    if (durability != null && !known.contains(durability)) {
      throw fields.refused("durability", unknown(durability, known));
    }
    return new LogConfig(
        place,
        durability,
        prefix == null ? "weir" : prefix,
        hours == null ? null : Duration.ofMillis(Math.round(hours * 3_600_000)),
        authorities(fields));
  }

  private static @Nullable Path authorities(YamlFields fields) {
    String file = fields.text("log-authorities");
    if (file != null && !Files.isReadable(Path.of(file))) {
      throw fields.refused("log-authorities", "%s cannot be read".formatted(file));
    }
    return file == null ? null : Path.of(file);
  }

  private static List<String> words(@Nullable String where) {
    return where != null && isEngine(where) ? OF_ENGINES : OF_FOLDERS;
  }

  private static String unknown(String durability, List<String> known) {
    return "\"%s\" is not known; expected %s"
        .formatted(durability, String.join(", ", known).replaceFirst(", (?=[^,]*$)", " or "));
  }

  /** Whether a place is an engine rather than a folder. */
  public static boolean isEngine(String place) {
    return RedisPlace.isAddress(place);
  }

  /**
   * The place itself.
   *
   * @param wanted the place that the command line names; absent for that of the settings
   * @param home the folder for what is kept on this machine in any case
   * @throws IllegalArgumentException if there is no such place, or none as durable as asked for
   */
  public LogPlace open(@Nullable String wanted, Path home, Map<String, String> environment) {
    String where = wanted == null ? place : wanted;
    if (durability != null && !words(where).contains(durability)) {
      throw new IllegalArgumentException(
          "gateway.durability: " + unknown(durability, words(where)));
    }
    if (where == null || !isEngine(where)) {
      var kind = "disk".equals(durability) ? LogOptions.Durability.DISK : LogOptions.Durability.OS;
      return new LogFolder(home.resolve("log"), LogOptions.DEFAULT.with(kind));
    }
    return RedisPlace.parse(where)
        .withCredentials(environment.get("WEIR_REDIS_USER"), environment.get(PASSWORD))
        .withPrefix(prefix)
        .with(Durability.of(durability == null ? "engine" : durability))
        .withRetention(retention(where))
        .withAuthorities(authorities);
  }

  /** How long streams are kept there. */
  public Duration retention(@Nullable String wanted) {
    String where = wanted == null ? place : wanted;
    if (retention != null) {
      return retention;
    }
    return where != null && isEngine(where)
        ? RedisPlace.RETENTION
        : StreamLimits.DEFAULT.retention();
  }
}
