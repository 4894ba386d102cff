/** The sockets: requests in, replies out. */
@NullMarked
package dev.weir.sim.http;

import org.jspecify.annotations.NullMarked;
