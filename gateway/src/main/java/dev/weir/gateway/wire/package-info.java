/** Connections below Vert.x, for what is read and written with every event. */
@NullMarked
package dev.weir.gateway.wire;

import org.jspecify.annotations.NullMarked;
