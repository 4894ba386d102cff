/** Status phrases: short human phrases taken from reasoning while it streams. */
@NullMarked
package dev.weir.event.status;

import org.jspecify.annotations.NullMarked;
