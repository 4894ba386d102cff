/**
 * Streams that outlive their connections: from upstream into the log, from the log to subscribers.
 */
@NullMarked
package dev.weir.gateway.stream;

import org.jspecify.annotations.NullMarked;
