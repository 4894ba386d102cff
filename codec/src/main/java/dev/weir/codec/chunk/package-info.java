/** Chunks, classified: what each frame of a provider is about, before it is decoded. */
@NullMarked
package dev.weir.codec.chunk;

import org.jspecify.annotations.NullMarked;
