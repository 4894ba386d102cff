package dev.weir.codec.request;

/**
 * A request as it was read.
 *
 * @param isStreamed whether the answer shall come as a stream
 */
public record ReadRequest(Request request, boolean isStreamed) {}
