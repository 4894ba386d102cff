/** Decoding compared with other libraries, on the same bytes in memory. */
@NullMarked
package dev.weir.bench;

import org.jspecify.annotations.NullMarked;
