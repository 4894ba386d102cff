/** Targets for a coverage-guided fuzzer, each with what must hold for any bytes at all. */
@NullMarked
package dev.weir.fuzzing;

import org.jspecify.annotations.NullMarked;
