/** Screens as values, and the bytes that turn one into the next. Pure. */
@NullMarked
package dev.weir.terminal.screen;

import org.jspecify.annotations.NullMarked;
