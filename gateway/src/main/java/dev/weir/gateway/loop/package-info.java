/** Event loops: which of them serves a connection that comes. */
@NullMarked
package dev.weir.gateway.loop;

import org.jspecify.annotations.NullMarked;
