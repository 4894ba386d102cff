package dev.weir.cli.input;

import dev.weir.codec.Bytes;

/**
 * Bytes as they were read.
 *
 * @param atMicros when they came, in microseconds since reading or the capture began
 */
public record Slice(Bytes bytes, long atMicros) {}
