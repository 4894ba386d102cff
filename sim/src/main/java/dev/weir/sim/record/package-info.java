/** Recording calls of the client, for the simulator to replay. */
@NullMarked
package dev.weir.sim.record;

import org.jspecify.annotations.NullMarked;
