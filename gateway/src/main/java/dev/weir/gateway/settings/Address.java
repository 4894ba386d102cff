package dev.weir.gateway.settings;

import org.jspecify.annotations.Nullable;

/**
 * Where to listen.
 *
 * @param port 0 for any
 * @param certificate the file of a certificate chain in PEM; absent for plain HTTP
 * @param privateKey the file of its key in PEM
 */
public record Address(
    String host, int port, @Nullable String certificate, @Nullable String privateKey) {}
