/**
 * A provider that is not there: it speaks every dialect, from scripts or recordings, with faults.
 */
@NullMarked
package dev.weir.sim;

import org.jspecify.annotations.NullMarked;
