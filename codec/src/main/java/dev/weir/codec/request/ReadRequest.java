package dev.weir.codec.request;

/**
 * A request as it was read.
 *
 * @param isStreamed whether the answer is to be streamed
 */
public record ReadRequest(Request request, boolean isStreamed) {}
