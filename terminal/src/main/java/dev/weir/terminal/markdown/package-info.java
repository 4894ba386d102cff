/** Markdown laid out as styled lines. Pure. */
@NullMarked
package dev.weir.terminal.markdown;

import org.jspecify.annotations.NullMarked;
