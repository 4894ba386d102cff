/** What can be wrong with a reply: each fault turns one reply into another. */
@NullMarked
package dev.weir.sim.fault;

import org.jspecify.annotations.NullMarked;
