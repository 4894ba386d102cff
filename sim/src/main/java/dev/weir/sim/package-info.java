/** A simulated provider: it speaks every dialect, from scripts or recordings, with faults. */
@NullMarked
package dev.weir.sim;

import org.jspecify.annotations.NullMarked;
