/** The log of streams in an engine that speaks the Redis protocol, shared by many machines. */
@NullMarked
package dev.weir.redis;

import org.jspecify.annotations.NullMarked;
