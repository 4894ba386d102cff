/** Cohere's chat events, of version 2 and, as far as they go, of version 1. */
@NullMarked
package dev.weir.codec.dialect.cohere;

import org.jspecify.annotations.NullMarked;
