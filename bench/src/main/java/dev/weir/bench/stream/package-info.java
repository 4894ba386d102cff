/** Streams generated for measuring, shaped as the providers send them. */
@NullMarked
package dev.weir.bench.stream;

import org.jspecify.annotations.NullMarked;
