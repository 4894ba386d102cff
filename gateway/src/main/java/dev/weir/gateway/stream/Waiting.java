package dev.weir.gateway.stream;

import org.jspecify.annotations.Nullable;

/**
 * Why a live stream is silent at the moment: a try came to nothing, and the next one is due later.
 *
 * @param status of the http response; absent if there was none
 * @param nextTryAtMillis when it is asked again, in epoch milliseconds
 */
public record Waiting(
    @Nullable Integer status, String code, String message, long nextTryAtMillis) {}
