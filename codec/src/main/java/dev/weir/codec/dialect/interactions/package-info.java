/** Gemini Interactions: the event-typed API of steps. */
@NullMarked
package dev.weir.codec.dialect.interactions;

import org.jspecify.annotations.NullMarked;
