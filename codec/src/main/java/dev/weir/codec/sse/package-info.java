/** Server-sent events. */
@NullMarked
package dev.weir.codec.sse;

import org.jspecify.annotations.NullMarked;
