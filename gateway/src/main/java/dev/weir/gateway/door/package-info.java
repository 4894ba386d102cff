/** What clients ask in dialects of their own: which model is meant, and what they are told. */
@NullMarked
package dev.weir.gateway.door;

import org.jspecify.annotations.NullMarked;
