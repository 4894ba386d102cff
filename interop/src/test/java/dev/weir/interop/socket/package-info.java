/** Weir's client over real sockets: to its own simulator, and to a server that others wrote. */
@NullMarked
package dev.weir.interop.socket;

import org.jspecify.annotations.NullMarked;
