/** Bytes of any provider to events: framing and dialect put together. */
@NullMarked
package dev.weir.codec.stream;

import org.jspecify.annotations.NullMarked;
