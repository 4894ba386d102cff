package dev.weir.gateway.security;

/** A route and who may use it, for those who check that each is described and guarded. */
public record GuardedPath(String method, String path, Level level) {}
