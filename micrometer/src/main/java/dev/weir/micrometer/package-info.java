/** Figures of responses in a registry of Micrometer, by the names of the GenAI conventions. */
@NullMarked
package dev.weir.micrometer;

import org.jspecify.annotations.NullMarked;
