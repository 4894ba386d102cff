package dev.weir.gateway.security;

/** A way to ask and who may, for those who check that each is described and guarded. */
public record GuardedPath(String method, String path, Level level) {}
