/** Framings that are chosen by the first bytes. */
@NullMarked
package dev.weir.codec.framing;

import org.jspecify.annotations.NullMarked;
