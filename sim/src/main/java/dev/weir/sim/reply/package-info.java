/** Replies as values: bytes, the pauses between them, and how they end. */
@NullMarked
package dev.weir.sim.reply;

import org.jspecify.annotations.NullMarked;
