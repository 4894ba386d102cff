/** Clients that lose their connection and come back: those that others wrote, and a hostile one. */
@NullMarked
package dev.weir.gateway.resume;

import org.jspecify.annotations.NullMarked;
