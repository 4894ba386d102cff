package dev.weir.gateway.transport;

import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the names of providers may lead. A name in the settings is trusted, what DNS says about it
 * is not: whoever can forge its answers would send requests, with their keys, to services of this
 * machine or its network that trust whoever reaches them. An address that is written out is the
 * operator's own word.
 *
 * <p>A name that once led to the world must not lead into the private network later. One that leads
 * there from the beginning may: containers and machines at home are named like that.
 */
final class UpstreamNames {
  private enum Place {
    WORLD,
    PRIVATE
  }

  private final Map<String, Place> places = new ConcurrentHashMap<>();

  /** Why nothing may be sent on a connection to this name; absent if it may. */
  @Nullable String refused(String name, InetAddress reached) {
    if (isLiteral(name)) {
      return null;
    }
    boolean isLocalhost = name.equals("localhost") || name.endsWith(".localhost");
    if (reached.isLinkLocalAddress()
        || reached.isMulticastAddress()
        || reached.isAnyLocalAddress()
        || (isLocalhost && !reached.isLoopbackAddress())) {
      return leads(name, reached) + ", where there is no provider; check what resolves names here";
    }
    Place place = isPrivate(reached) ? Place.PRIVATE : Place.WORLD;
    Place known = places.putIfAbsent(name, place);
    return known == Place.WORLD && place == Place.PRIVATE
        ? leads(name, reached)
            + " in a private network, and led to the internet before; check what resolves names here,"
            + " and restart the gateway if that is right"
        : null;
  }

  private static String leads(String name, InetAddress reached) {
    return "%s leads to %s".formatted(name, reached.getHostAddress());
  }

  private static boolean isPrivate(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean isUniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
    // 100.64.0.0/10 is what network providers share among their customers.
    boolean isShared = bytes.length == 4 && bytes[0] == 100 && (bytes[1] & 0xc0) == 64;
    return address.isLoopbackAddress() || address.isSiteLocalAddress() || isUniqueLocal || isShared;
  }

  private static boolean isLiteral(String host) {
    return host.startsWith("[")
        || host.chars().allMatch(c -> c == '.' || Character.digit(c, 10) >= 0);
  }
}
