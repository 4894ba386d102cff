package dev.weir.gateway.security;

import org.jspecify.annotations.Nullable;

/** What a request says of itself, as far as it matters for whether it is answered. */
public record AccessRequest(
    String method,
    @Nullable String host,
    @Nullable String origin,
    @Nullable String fetchSite,
    @Nullable String authorization,
    @Nullable String contentType,
    @Nullable String contentEncoding,
    boolean isSecure) {}
