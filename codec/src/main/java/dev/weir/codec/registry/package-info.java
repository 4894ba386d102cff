/** The known dialects, and guessing which of them a stream is in. */
@NullMarked
package dev.weir.codec.registry;

import org.jspecify.annotations.NullMarked;
