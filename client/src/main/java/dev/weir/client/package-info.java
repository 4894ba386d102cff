/** Asks providers: {@link dev.weir.client.Weir} is where to begin. */
@NullMarked
package dev.weir.client;

import org.jspecify.annotations.NullMarked;
