package dev.weir.gateway;

import dev.weir.gateway.security.Access;
import dev.weir.gateway.security.Keys;
import dev.weir.gateway.settings.Address;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.log.LogPlace;
import dev.weir.log.file.LogFolder;
import dev.weir.log.file.LogOptions;
import dev.weir.log.file.LogOptions.Durability;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How a gateway runs.
 *
 * @param hosts further names under which it may be asked, with their ports
 * @param origins other origins whose pages may use it
 * @param log where streams are kept; the gateway opens it and closes it
 * @param recordings the folder for recordings of the providers' bytes; absent for none
 * @param secrets what must not be written down even where a provider repeats it
 */
public record GatewayOptions(
    Address address,
    Set<String> hosts,
    Set<String> origins,
    Keys keys,
    LogPlace log,
    @Nullable Path recordings,
    List<String> secrets,
    StreamLimits streamLimits,
    RequestLimits requestLimits,
    DoorOptions doors) {

  public GatewayOptions {
    hosts = Set.copyOf(hosts);
    origins = Set.copyOf(origins);
    secrets = List.copyOf(secrets);
    if (!isLoopback(address.host()) && keys.isEmpty()) {
      throw new IllegalArgumentException(
          ("Everybody who reaches %s could use this gateway and its providers' keys."
                  + " Make a key with: weir serve --new-key NAME, and put what it prints into"
                  + " weir.yaml; or bind to 127.0.0.1")
              .formatted(address.host()));
    }
  }

  /** A gateway for this machine only, with its log in a folder. */
  public static GatewayOptions local(int port, Path log) {
    return new GatewayOptions(
        new Address("127.0.0.1", port, null, null),
        Set.of(),
        Set.of(),
        Keys.NONE,
        new LogFolder(log, LogOptions.DEFAULT.with(Durability.OS)),
        null,
        List.of(),
        StreamLimits.DEFAULT,
        RequestLimits.DEFAULT,
        DoorOptions.forThisProcess());
  }

  public GatewayOptions withKeys(Keys needed) {
    return new GatewayOptions(
        address,
        hosts,
        origins,
        needed,
        log,
        recordings,
        secrets,
        streamLimits,
        requestLimits,
        doors);
  }

  public GatewayOptions withRecordings(@Nullable Path folder) {
    return new GatewayOptions(
        address, hosts, origins, keys, log, folder, secrets, streamLimits, requestLimits, doors);
  }

  public GatewayOptions withLog(LogPlace place) {
    return new GatewayOptions(
        address,
        hosts,
        origins,
        keys,
        place,
        recordings,
        secrets,
        streamLimits,
        requestLimits,
        doors);
  }

  public GatewayOptions withLimits(StreamLimits ofStreams, RequestLimits ofRequests) {
    return new GatewayOptions(
        address, hosts, origins, keys, log, recordings, secrets, ofStreams, ofRequests, doors);
  }

  public GatewayOptions withDoors(DoorOptions wanted) {
    return new GatewayOptions(
        address,
        hosts,
        origins,
        keys,
        log,
        recordings,
        secrets,
        streamLimits,
        requestLimits,
        wanted);
  }

  static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }

  /** Who may ask what, at the port that was found. */
  Access access(int port) {
    Set<String> names = new TreeSet<>();
    for (String name : List.of("localhost", "127.0.0.1", "[::1]")) {
      names.add(name + ":" + port);
    }
    for (String name : ownNames()) {
      names.add(name + ":" + port);
    }
    for (String name : hosts) {
      names.add(Access.withPort(name, address.certificate() != null));
    }
    return new Access(names, origins, keys);
  }

  /** The address that it is bound to; if that is any address, all that this machine has. */
  private Set<String> ownNames() {
    Set<String> names = new TreeSet<>();
    try {
      InetAddress bound = InetAddress.getByName(address.host());
      if (bound.isAnyLocalAddress()) {
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .forEach(own -> names.add(literal(own)));
      } else {
        names.add(literal(bound));
        names.add(address.host().toLowerCase(Locale.ROOT));
      }
    } catch (UnknownHostException | SocketException unknown) {
      names.add(address.host().toLowerCase(Locale.ROOT));
    }
    return names;
  }

  private static String literal(InetAddress address) {
    String text = address.getHostAddress();
    int zone = text.indexOf('%');
    String plain = zone < 0 ? text : text.substring(0, zone);
    return plain.contains(":") ? "[" + plain + "]" : plain;
  }
}
