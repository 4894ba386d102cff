/** Clients of others from npm ask the gateway. */
@NullMarked
package dev.weir.interop.npm;

import org.jspecify.annotations.NullMarked;
