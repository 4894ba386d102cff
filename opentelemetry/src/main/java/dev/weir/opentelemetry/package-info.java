/** Figures and spans of responses for OpenTelemetry, by the names of the GenAI conventions. */
@NullMarked
package dev.weir.opentelemetry;

import org.jspecify.annotations.NullMarked;
