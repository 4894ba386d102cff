/** Cohere's chat events, of versions 1 and 2. */
@NullMarked
package dev.weir.codec.dialect.cohere;

import org.jspecify.annotations.NullMarked;
