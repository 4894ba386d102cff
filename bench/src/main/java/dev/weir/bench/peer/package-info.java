/** Decoders side by side behind one small interface: Weir, and libraries that do the same. */
@NullMarked
package dev.weir.bench.peer;

import org.jspecify.annotations.NullMarked;
