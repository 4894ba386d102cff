/** Framings that are chosen by what comes. */
@NullMarked
package dev.weir.codec.framing;

import org.jspecify.annotations.NullMarked;
