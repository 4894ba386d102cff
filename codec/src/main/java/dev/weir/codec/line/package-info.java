/** Lines in bytes, the basis of every textual framing. */
@NullMarked
package dev.weir.codec.line;

import org.jspecify.annotations.NullMarked;
