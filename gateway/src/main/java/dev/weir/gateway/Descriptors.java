package dev.weir.gateway;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.time.ZoneId;

/**
 * How many files the operating system lets this process have open: every connection of a client and
 * every one to a provider takes one.
 *
 * @param most how many may be open at once
 * @param open how many are
 */
record Descriptors(long most, long open) {
  private static final Logger LOG = System.getLogger(Descriptors.class.getName());

  /** For the log's files, recordings, and what libraries open now and then. */
  private static final int OTHERS = 64;

  private static final Descriptors ANY_NUMBER = new Descriptors(Long.MAX_VALUE, 0);

  static Descriptors ofThisProcess() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? new Descriptors(system.getMaxFileDescriptorCount(), system.getOpenFileDescriptorCount())
        : ANY_NUMBER;
  }

  /**
   * Makes sure that running out of them costs connections and nothing else. The first message with
   * a time in it reads a file; if that were the one that says that there are no descriptors left,
   * the thread that accepts connections would end with it.
   */
  static void prepare() {
    LOG.log(Level.DEBUG, "Times are those of {0}", ZoneId.systemDefault().getRules());
  }

  /** The options with as many connections and live streams as possible; says if that is fewer. */
  GatewayOptions fitted(GatewayOptions options) {
    RequestLimits requests = options.requestLimits();
    StreamLimits streams = options.streamLimits();
    long room = Math.max(2, most - open - OTHERS);
    long wanted = (long) requests.maxConnections() + streams.maxLive();
    if (wanted <= room) {
      return options;
    }
    int live = (int) Math.max(1, room * streams.maxLive() / wanted);
    int connections = (int) Math.max(1, room - live);
    LOG.log(
        Level.WARNING,
        "This process may have {0} files open, of {1} that {2} connections and {3} live streams"
            + " need; there will be at most {4} connections and {5} live streams:"
            + " raise the limit (ulimit -n), or lower gateway.max-connections and gateway.max-live",
        most,
        wanted + open + OTHERS,
        requests.maxConnections(),
        streams.maxLive(),
        connections,
        live);
    return options.withLimits(streams.withMaxLive(live), requests.withMaxConnections(connections));
  }
}
