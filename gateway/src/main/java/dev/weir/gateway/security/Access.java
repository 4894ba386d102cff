package dev.weir.gateway.security;

import dev.weir.gateway.security.Decision.Allowed;
import dev.weir.gateway.security.Decision.Refused;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may ask what. Pure: the same request gets the same decision.
 *
 * <p>The checks, in this order: is this our name (a page of another name that resolves to us is a
 * rebinding attack), does the request come from our own page or from an allowed one (a page
 * elsewhere must not use the reader's browser), does it show a key where keys are needed, and is
 * its body JSON (which a form on another site cannot send).
 *
 * @param hosts the names with ports under which the gateway may be asked
 * @param origins other origins whose pages may use the API
 * @param keys if there are any, one of them is needed
 */
public record Access(Set<String> hosts, Set<String> origins, Keys keys) {
  /** Who asks where no keys are needed. */
  public static final String LOCAL = "local";

  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

  public Access {
    hosts = Set.copyOf(hosts);
    origins = Set.copyOf(origins);
  }

  public Decision decide(AccessRequest asked, Level level) {
    String host = asked.host();
    if (host == null || !hosts.contains(withPort(host, asked.isSecure()))) {
      return new Refused(
          421,
          "wrong_host",
          "This gateway does not answer for host \"%s\"; add it to gateway.hosts if it should"
              .formatted(host == null ? "" : printable(host)));
    }
    Refused foreign = foreign(asked, level, host);
    if (foreign != null) {
      return foreign;
    }
    String owner = level == Level.OWNER ? owner(asked) : LOCAL;
    if (owner == null) {
      return new Refused(
          401, "key_needed", "Send the header Authorization: Bearer with a key of this gateway");
    }
    Refused body = body(asked);
    String origin = asked.origin();
    return body != null
        ? body
        : new Allowed(owner, origin != null && origins.contains(origin) ? origin : null);
  }

  private @Nullable String owner(AccessRequest asked) {
    return keys.isEmpty() ? LOCAL : keys.owner(asked.keys());
  }

  private @Nullable Refused foreign(AccessRequest asked, Level level, String host) {
    String origin = asked.origin();
    String site = asked.fetchSite();
    boolean isAllowed = origin != null && origins.contains(origin);
    boolean isOwnOrigin =
        origin == null || origin.equals((asked.isSecure() ? "https://" : "http://") + host);
    boolean isLink = level == Level.PAGE && SAFE_METHODS.contains(asked.method());
    boolean isOwnSite = site == null || site.equals("same-origin") || site.equals("none");
    if (isAllowed || (isOwnOrigin && (isOwnSite || isLink))) {
      return null;
    }
    return new Refused(
        403,
        "foreign_origin",
        "A page of another origin may not use this gateway; add it to gateway.origins if it should");
  }

  private static @Nullable Refused body(AccessRequest asked) {
    if (!asked.method().equals("POST")) {
      return null;
    }
    String type = asked.contentType() == null ? "" : asked.contentType();
    String media = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!media.equals("application/json")) {
      return new Refused(415, "json_needed", "Send the body as Content-Type: application/json");
    }
    String encoding = asked.contentEncoding();
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      return new Refused(
          415, "encoding_refused", "Send the body as it is, without a Content-Encoding");
    }
    return null;
  }

  /** The host as it is listed: always with its port. */
  public static String withPort(String host, boolean isSecure) {
    String name = host.toLowerCase(Locale.ROOT);
    int colon = name.lastIndexOf(':');
    boolean hasPort = colon > name.lastIndexOf(']');
    return hasPort ? name : name + (isSecure ? ":443" : ":80");
  }

  private static String printable(String text) {
    String plain = text.replaceAll("[^ -~]", "?");
    return plain.length() <= 100 ? plain : plain.substring(0, 100) + "…";
  }
}
