/** Metrics kept: one JSON line for each stream, and a summary for people. */
@NullMarked
package dev.weir.log.metrics;

import org.jspecify.annotations.NullMarked;
