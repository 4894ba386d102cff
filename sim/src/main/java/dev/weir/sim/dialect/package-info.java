/** What the simulator speaks besides the codec: streams that the codec reads but does not write. */
@NullMarked
package dev.weir.sim.dialect;

import org.jspecify.annotations.NullMarked;
