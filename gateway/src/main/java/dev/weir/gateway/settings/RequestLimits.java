package dev.weir.gateway.settings;

import java.time.Duration;

/**
 * How long a client may take, and how much it may send.
 *
 * @param headerTime until the headers of a request have come, including the next on a connection
 * @param maxBodyBytes of one request; pictures are part of it
 * @param maxBodiesBytes of all requests together that are being handled; one alone may have {@code
 *     maxBodyBytes} in any case
 * @param minBodyBytesPerSecond how fast a body must come after the first {@code headerTime}
 * @param maxConnections in total
 * @param maxConnectionsPerAddress from one address that is not this machine
 */
public record RequestLimits(
    Duration headerTime,
    int maxBodyBytes,
    long maxBodiesBytes,
    int minBodyBytesPerSecond,
    int maxConnections,
    int maxConnectionsPerAddress) {
  public static final RequestLimits DEFAULT =
      new RequestLimits(
          Duration.ofSeconds(10),
          /* maxBodyBytes= */ 20 << 20,
          shareOfMemory(),
          /* minBodyBytesPerSecond= */ 16 << 10,
          /* maxConnections= */ 10_000,
          /* maxConnectionsPerAddress= */ 500);

  /** While a request is read and recorded, its body is in memory about ten times over. */
  private static long shareOfMemory() {
    return Runtime.getRuntime().maxMemory() / 16;
  }

  public RequestLimits withMaxConnections(int most) {
    return new RequestLimits(
        headerTime,
        maxBodyBytes,
        maxBodiesBytes,
        minBodyBytesPerSecond,
        most,
        maxConnectionsPerAddress);
  }

  /**
   * Whether a connection may stay. Those of this machine are not counted by address: a proxy in
   * front has them all.
   *
   * @param all connections that are open, with it
   * @param own those of its address, with it
   */
  public boolean admits(String address, int all, int own) {
    boolean isLocal = address.startsWith("127.") || address.equals("::1");
    return all <= maxConnections && (isLocal || own <= maxConnectionsPerAddress);
  }
}
