package dev.weir.gateway.security;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request says about itself, as far as it matters for whether it is answered.
 *
 * @param keys those that it shows, in whatever places; one that is known is enough
 */
public record AccessRequest(
    String method,
    @Nullable String host,
    @Nullable String origin,
    @Nullable String fetchSite,
    List<String> keys,
    @Nullable String contentType,
    @Nullable String contentEncoding,
    boolean isSecure) {}
