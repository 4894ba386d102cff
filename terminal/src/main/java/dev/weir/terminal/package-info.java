/** The live view of streams, and the terminal it is drawn on. */
@NullMarked
package dev.weir.terminal;

import org.jspecify.annotations.NullMarked;
