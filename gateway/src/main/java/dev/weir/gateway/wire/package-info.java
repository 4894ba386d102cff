/** Connections below Vert.x, for what is written with every event. */
@NullMarked
package dev.weir.gateway.wire;

import org.jspecify.annotations.NullMarked;
