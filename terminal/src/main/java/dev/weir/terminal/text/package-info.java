/** Model text as cells: what is harmless, how wide it is, where it wraps. Pure. */
@NullMarked
package dev.weir.terminal.text;

import org.jspecify.annotations.NullMarked;
