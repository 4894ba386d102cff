package dev.weir.redis;

import dev.weir.log.LogPlace;
import dev.weir.log.StreamLog;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An engine that speaks the Redis protocol as the place of a log. It is given as {@code
 * redis://host:port}, {@code rediss://} over TLS, with several addresses if a primary has replicas
 * ({@code redis://a,b,c}) or for a cluster ({@code redis://a,b,c?cluster=true}).
 *
 * @param addresses each as {@code redis://host:port}; without user and password
 * @param prefix what all names in the engine begin with, so that several logs fit into one
 * @param retention how long a stream is kept after it is over
 * @param authorities certificates in PEM that are trusted over TLS; absent for those that Java
 *     trusts
 */
public record RedisPlace(
    List<String> addresses,
    boolean isCluster,
    @Nullable String user,
    @Nullable String password,
    String prefix,
    Durability durability,
    Duration retention,
    @Nullable Path authorities)
    implements LogPlace {
  /** Memory cannot hold the week for which disks keep streams. */
  public static final Duration RETENTION = Duration.ofHours(24);

  private static final List<String> SCHEMES = List.of("redis", "rediss");
  private static final int PORT = 6379;
  private static final long SECONDS = 10;

  public RedisPlace {
    addresses = List.copyOf(addresses);
  }

  /** Whether a text is meant as an address of an engine, rightly or not. */
  public static boolean isAddress(String text) {
    return text.contains("://");
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if it is not one, or has a password, which would be seen by
   *     everybody on the machine
   */
  public static RedisPlace parse(String text) {
    int end = text.indexOf("://");
    String scheme = text.substring(0, Math.max(0, end));
    if (!SCHEMES.contains(scheme)) {
      throw new IllegalArgumentException(
          "A log is a folder, redis://host:port or rediss://host:port; saw " + scheme + "://");
    }
    String rest = text.substring(end + 3);
    int query = rest.indexOf('?');
    String hosts = query < 0 ? rest : rest.substring(0, query);
    List<String> asked = query < 0 ? List.of() : List.of(rest.substring(query + 1).split("&", -1));
    if (hosts.contains("@")) {
      throw new IllegalArgumentException(
          "Everybody on this machine can read an address; put user and password into"
              + " WEIR_REDIS_USER and WEIR_REDIS_PASSWORD");
    }
    boolean cluster = false;
    for (String option : asked) {
      if (!option.equals("cluster=true")) {
        throw new IllegalArgumentException(
            "An engine's address may end in ?cluster=true, saw \"%s\"".formatted(option));
      }
      cluster = true;
    }
    List<String> addresses = new ArrayList<>();
    Arrays.stream(hosts.split(",", -1)).forEach(host -> addresses.add(address(scheme, host)));
    return new RedisPlace(
        addresses, cluster, null, null, "weir", Durability.ENGINE, RETENTION, null);
  }

  private static String address(String scheme, String host) {
    URI uri;
    try {
      uri = URI.create(scheme + "://" + host);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException("Not a host and port: \"%s\"".formatted(host), wrong);
    }
    if (uri.getHost() == null || !(uri.getPath().isEmpty() || uri.getPath().equals("/"))) {
      throw new IllegalArgumentException("Not a host and port: \"%s\"".formatted(host));
    }
    return "%s://%s:%d".formatted(scheme, uri.getHost(), uri.getPort() < 0 ? PORT : uri.getPort());
  }

  /** The same with what proves who asks. */
  public RedisPlace withCredentials(@Nullable String name, @Nullable String secret) {
    return new RedisPlace(
        addresses, isCluster, name, secret, prefix, durability, retention, authorities);
  }

  /** The same under other names. */
  public RedisPlace withPrefix(String other) {
    return new RedisPlace(
        addresses, isCluster, user, password, other, durability, retention, authorities);
  }

  /** The same as safe as that. */
  public RedisPlace with(Durability wish) {
    return new RedisPlace(
        addresses, isCluster, user, password, prefix, wish, retention, authorities);
  }

  /** The same, kept so long. */
  public RedisPlace withRetention(Duration wish) {
    return new RedisPlace(
        addresses, isCluster, user, password, prefix, durability, wish, authorities);
  }

  /** The same, trusting these certificates; absent for those that Java trusts. */
  public RedisPlace withAuthorities(@Nullable Path file) {
    return new RedisPlace(
        addresses, isCluster, user, password, prefix, durability, retention, file);
  }

  boolean isSecure() {
    return addresses.getFirst().startsWith("rediss:");
  }

  @Override
  public StreamLog open() throws IOException {
    return open(new VertxEngine(this));
  }

  StreamLog open(Engine engine) throws IOException {
    Clock clock = Clock.systemUTC();
    VertxLines lines = VertxLines.open(engine, durability);
    var keys = new LogKeys(prefix);
    try {
      EngineCheck.check(lines.home(), durability).get(SECONDS, TimeUnit.SECONDS);
      byte[] name = new byte[6];
      new SecureRandom().nextBytes(name);
      var closing = new Closing(keys, clock, retention, Thread::startVirtualThread);
      var log = new RedisStreamLog(lines, HexFormat.of().formatHex(name), keys, clock, closing);
      log.start().get(SECONDS, TimeUnit.SECONDS);
      return log;
    } catch (ExecutionException failed) {
      lines.close();
      throw Answers.problem(failed);
    } catch (TimeoutException late) {
      lines.close();
      throw new IOException("The engine does not answer within %d s".formatted(SECONDS), late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      lines.close();
      throw new IOException("interrupted", interrupted);
    }
  }

  /** The addresses, as users know them; nothing secret. */
  @Override
  public String toString() {
    return String.join(",", addresses) + (isCluster ? "?cluster=true" : "");
  }
}
