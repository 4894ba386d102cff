/** Events folded into panels, and panels laid out as lines. Pure. */
@NullMarked
package dev.weir.terminal.view;

import org.jspecify.annotations.NullMarked;
