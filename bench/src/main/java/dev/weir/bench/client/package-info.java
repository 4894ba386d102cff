/** Clients with many streams at once: what a delta costs each of them. */
@NullMarked
package dev.weir.bench.client;

import org.jspecify.annotations.NullMarked;
