package dev.weir.gateway.stream;

import io.vertx.core.buffer.Buffer;

/**
 * Frames that are written in one go, encoded once and shared by all subscribers.
 *
 * @param isLast whether the stream ends with them
 * @param hasContent whether something of the answer has come, in them or before
 */
record Batch(Buffer frames, boolean isLast, boolean hasContent) {}
