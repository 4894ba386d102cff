/** What a client asked, whatever dialect it asked in. */
@NullMarked
package dev.weir.sim.request;

import org.jspecify.annotations.NullMarked;
